// Circles by WebGL 2: one instanced quad each, its edge smoothed where it is computed.

import { STRIDE } from "./scene.js";

const VERTEX = `#version 300 es
layout(location = 0) in vec3 circle;
layout(location = 1) in vec4 fill;
layout(location = 2) in vec4 line;
layout(location = 3) in float width;
uniform vec2 screen;
flat out vec3 where;
flat out vec4 inside;
flat out vec4 rim;
flat out float thick;
out vec2 at;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  float r = circle.z;
  vec2 low = r < 0.0 ? vec2(0.0) : max(circle.xy - r - 1.0, vec2(0.0));
  vec2 high = r < 0.0 ? screen : min(circle.xy + r + 1.0, screen);
  at = mix(low, high, corner * 0.5 + 0.5);
  where = circle; inside = fill; rim = line; thick = width;
  gl_Position = vec4((at / screen * 2.0 - 1.0) * vec2(1.0, -1.0), 0.0, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision highp float;
flat in vec3 where;
flat in vec4 inside;
flat in vec4 rim;
flat in float thick;
in vec2 at;
out vec4 colour;
void main() {
  float r = abs(where.z);
  float depth = r - distance(at, where.xy);
  if (where.z < 0.0) depth = -depth;
  float seen = clamp(depth + 0.5, 0.0, 1.0);
  if (seen <= 0.0) discard;
  vec4 own = thick > 0.0 ? mix(inside, rim, clamp(thick - depth + 0.5, 0.0, 1.0)) : inside;
  colour = vec4(own.rgb * own.a, own.a) * seen;
}`;

/** Renderers that compute pixels on the processor, whatever they say of their performance. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

export class WebglPainter {
  constructor(canvas, onlyFast) {
    const wanted = { antialias: false, alpha: false, failIfMajorPerformanceCaveat: onlyFast };
    const gl = canvas.getContext("webgl2", wanted);
    if (!gl || (onlyFast && SOFTWARE.test(rendererOf(gl)))) throw new Error("no WebGL 2, or a slow one");
    this.kind = "WebGL 2";
    this.power = SOFTWARE.test(rendererOf(gl)) ? 1 : 10;
    this.canvas = canvas;
    this.gl = gl;
    const program = linked(gl);
    gl.useProgram(program);
    this.screen = gl.getUniformLocation(program, "screen");
    gl.bindVertexArray(gl.createVertexArray());
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    const layout = [[3, gl.FLOAT, false, 0], [4, gl.UNSIGNED_BYTE, true, 12], [4, gl.UNSIGNED_BYTE, true, 16],
      [1, gl.FLOAT, false, 20]];
    layout.forEach(([size, type, normalised, start], place) => {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, type, normalised, 4 * STRIDE, start);
      gl.vertexAttribDivisor(place, 1);
    });
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  draw(scene, { width, height }) {
    const { gl, canvas } = this;
    gl.viewport(0, 0, canvas.width, canvas.height);
    const ground = scene.ground;
    gl.clearColor((ground & 255) / 255, ((ground >>> 8) & 255) / 255, ((ground >>> 16) & 255) / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform2f(this.screen, width, height);
    gl.bufferData(gl.ARRAY_BUFFER, scene.floats, gl.STREAM_DRAW, 0, STRIDE * scene.count);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, scene.count);
  }
}

function rendererOf(gl) {
  const unmasked = gl.getExtension("WEBGL_debug_renderer_info");
  return String(gl.getParameter(unmasked ? unmasked.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}

function linked(gl) {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) || "no shader");
  return program;
}
