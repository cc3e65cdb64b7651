/** An empty room seen from where its front wall would be, its light, and the small things that are drawn flat. */
import { type Hole, drawPicture, drawWindow } from './room-openings.ts';
import { bowl, lamp, pendant, plant, vase } from './room-things.ts';
import { Sheet, chance, closed, mix, n1, tone } from './sheet.ts';
import { type Face, face } from './faces.ts';
import { Plane } from './plane.ts';
import { drawSolids } from './solids.ts';
import { Camera, type Light, type Vec, type View, unit } from './space.ts';

export interface Shell {
  width: number;
  depth: number;
  height: number;
  walls: string;
  accent: string;
  floor: string;
  seed: number;
}

const INDOORS: Light = {
  sun: unit([-0.55, -0.5, 0.8]),
  sunColour: [0.2, 0.185, 0.15],
  skyColour: [0.95, 0.94, 0.92],
};

export class Room {
  private readonly sheet = new Sheet(1600, 1000);
  private readonly camera: Camera;
  private readonly shell: Shell;
  private readonly back: Face;
  private readonly left: Face;
  private readonly right: Face;
  private readonly holes: Hole[] = [];
  private readonly pictures: Hole[] = [];

  constructor(shell: Shell, view: View) {
    this.shell = shell;
    this.camera = new Camera(view);
    const { width: w, depth: d, height: h } = shell;
    this.back = face(
      [
        [0, d, 0],
        [w, d, 0],
        [w, d, h],
        [0, d, h],
      ],
      shell.accent,
    );
    this.left = face(
      [
        [0, -2.6, 0],
        [0, d, 0],
        [0, d, h],
        [0, -2.6, h],
      ],
      shell.walls,
    );
    this.right = face(
      [
        [w, d, 0],
        [w, -2.6, 0],
        [w, -2.6, h],
        [w, d, h],
      ],
      shell.walls,
    );
  }

  backWindow(u: number, v: number, w: number, h: number): void {
    this.holes.push({ wall: 'back', u, v, w, h });
  }

  /** u counts from the picture's front edge of the room. */
  leftWindow(u: number, v: number, w: number, h: number): void {
    this.holes.push({ wall: 'left', u: u + 2.6, v, w, h });
  }

  backPicture(u: number, v: number, w: number, h: number): void {
    this.pictures.push({ wall: 'back', u, v, w, h });
  }

  leftPicture(u: number, v: number, w: number, h: number): void {
    this.pictures.push({ wall: 'left', u: u + 2.6, v, w, h });
  }

  /** u counts from the back corner. */
  rightPicture(u: number, v: number, w: number, h: number): void {
    this.pictures.push({ wall: 'right', u, v, w, h });
  }

  /** Floor, walls and ceiling with windows and pictures, and the sun that falls in. */
  shellDone(): void {
    const { width: w, depth: d, height: h, floor } = this.shell;
    const y = -2.6;
    const ground = face(
      [
        [0, y, 0],
        [w, y, 0],
        [w, d, 0],
        [0, d, 0],
      ],
      floor,
    );
    const ceiling = face(
      [
        [0, d, h],
        [w, d, h],
        [w, y, h],
        [0, y, h],
      ],
      '#ffffff',
    );
    this.ceiling(ceiling);
    this.floor(ground);
    for (const wall of [this.right, this.left, this.back]) {
      this.wall(wall);
      const plane = this.plane(wall);
      const long = wall === this.back ? w : d + 2.6;
      this.sheet.add(
        plane.rect(0, 0, long, 0.1, '#ffffff', ' fill-opacity=".9"'),
        plane.rect(0, 0.1, long, 0.012, '#6b6157', ' fill-opacity=".35"'),
      );
    }
    for (const hole of this.holes) drawWindow(this.plane(this[hole.wall]), hole, this.shell.seed);
    for (const p of this.pictures)
      drawPicture(this.plane(this[p.wall]), p, this.shell.accent, this.shell.seed);
    for (const hole of this.holes) this.sunPatch(hole);
  }

  rug(x: number, y: number, w: number, d: number, colour: string): void {
    const plane = this.plane(
      face(
        [
          [x, y, 0.01],
          [x + w, y, 0.01],
          [x + w, y + d, 0.01],
          [x, y + d, 0.01],
        ],
        '#ffffff',
      ),
    );
    const base = mix(colour, '#fff8ec', 0.72);
    const parts = [
      plane.rect(-0.03, -0.04, w + 0.08, d + 0.06, '#2a1f16', ' fill-opacity=".22"'),
      plane.rect(0, 0, w, d, base),
    ];
    parts.push(
      plane.rect(0.12, 0.12, w - 0.24, d - 0.24, mix(colour, '#fff8ec', 0.5)),
      plane.rect(0.17, 0.17, w - 0.34, d - 0.34, base),
    );
    for (let u = 0.4; u < w - 0.3; u += 0.36)
      for (let v = 0.4; v < d - 0.3; v += 0.36)
        parts.push(
          plane.area(
            [
              [u, v - 0.12],
              [u + 0.1, v],
              [u, v + 0.12],
              [u - 0.1, v],
            ],
            mix(colour, '#fff8ec', 0.42),
          ),
        );
    this.sheet.add(parts.join(''));
  }

  furnish(faces: readonly Face[]): void {
    const shadows = faces
      .filter((f) => f.normal[2] > 0.5)
      .map((f) => {
        const low = f.points.map((p): Vec => [p[0] + p[2] * 0.18 + 0.02, p[1] + p[2] * 0.06, 0.012]);
        return `<path d="${closed(this.camera.polygon(low))}"/>`;
      });
    this.sheet.add(`<g filter="${this.sheet.blur(9)}" fill="#2a1e14" opacity=".36">${shadows.join('')}</g>`);
    const still = faces.map((f) => ({ ...f, receives: false }));
    this.sheet.add(drawSolids(still, this.sheet, this.camera, INDOORS));
  }

  vase(x: number, y: number, z: number): void {
    vase(this.sheet, this.spot(x, y, z));
  }

  bowl(x: number, y: number, z: number): void {
    bowl(this.sheet, this.spot(x, y, z));
  }

  plant(x: number, y: number, z: number, tall: number): void {
    plant(this.sheet, this.spot(x, y, z), tall);
  }

  lamp(x: number, y: number, z: number): void {
    lamp(this.sheet, this.spot(x, y, z));
  }

  /** Hangs `drop` metres below the ceiling. */
  pendant(x: number, y: number, drop: number): void {
    const { height } = this.shell;
    pendant(this.sheet, this.spot(x, y, height), this.spot(x, y, height - drop));
  }

  finish(): string {
    const whole = '<rect width="1600" height="1000"';
    const warm = this.sheet.radial(420, 300, 1400, [
      [0, '#fff1cf', 0.4],
      [0.6, '#fff1cf', 0.08],
      [1, '#2a1b10', 0.1],
    ]);
    const corner = this.sheet.radial(800, 470, 1130, [
      [0.6, '#20150d', 0],
      [1, '#20150d', 0.2],
    ]);
    this.sheet.add(
      `${whole} fill="${warm}" style="mix-blend-mode:soft-light"/>`,
      `${whole} fill="${corner}"/>`,
    );
    return this.sheet.svg();
  }

  private plane(target: Face): Plane {
    return new Plane(this.sheet, this.camera, INDOORS, target);
  }

  private spot(x: number, y: number, z: number): [number, number, number] {
    const p: Vec = [x, y, z];
    return [...this.camera.project(p), this.camera.px(p)];
  }

  private ceiling(target: Face): void {
    const d = closed(this.camera.polygon(target.points));
    const { width: w, depth, height: h } = this.shell;
    const [, far] = this.camera.project([1, depth, h]);
    const shade = this.sheet.linear(0, far, 0, 0, [
      [0, '#e6e0d5'],
      [0.35, '#f6f3ec'],
      [1, '#efebe2'],
    ]);
    this.sheet.add(`<path d="${d}" fill="${shade}"/>`);
    for (const x of [w * 0.25, w * 0.75])
      for (const y of [0.8, 2.6, 4.2]) {
        const [px, py] = this.camera.project([x, y, h - 0.001]);
        const k = this.camera.px([x, y, h]);
        this.sheet.add(
          `<ellipse cx="${n1(px)}" cy="${n1(py)}" rx="${n1(k * 0.08)}" ry="${n1(k * 0.022)}" fill="#fffefa" stroke="#cfc8ba" stroke-width="1.4"/>`,
        );
      }
  }

  private wall(target: Face): void {
    const plane = this.plane(target);
    const d = closed(this.camera.polygon(target.points));
    const base = plane.tint(target.colour);
    const long = Math.max(...target.points.map((p) => plane.uv(p)[0]));
    const from = target === this.left ? 2 : 0;
    const corner = plane.across(from, target === this.right ? long - 2 : long, [
      [0, '#33261a', 0.13],
      [0.12, '#33261a', 0.02],
      [0.85, '#33261a', 0.02],
      [1, '#33261a', 0.14],
    ]);
    const fall = plane.gradient(
      [1, 0],
      [1, this.shell.height],
      [
        [0, '#33261a', 0.14],
        [0.16, '#33261a', 0.03],
        [0.8, '#ffffff', 0.06],
        [1, '#33261a', 0.07],
      ],
    );
    this.sheet.add(
      `<path d="${d}" fill="${base}" stroke="${base}"/><path d="${d}" fill="${corner}"/><path d="${d}" fill="${fall}"/>`,
    );
  }

  private floor(target: Face): void {
    const plane = this.plane(target);
    const d = closed(this.camera.polygon(target.points));
    const base = plane.tint(target.colour);
    const { width: w, depth } = this.shell;
    const random = chance(this.shell.seed);
    const parts = [`<path d="${d}" fill="${base}"/>`];
    for (let u = 0; u < w; u += 0.6)
      for (let v = 0; v < depth + 2.6; v += 0.6) {
        const k = 0.965 + random() * 0.07;
        parts.push(plane.rect(u, v, 0.6, 0.6, tone(base, k)));
      }
    for (let u = 0; u <= w; u += 0.6)
      parts.push(plane.rect(u, 0, 0.008, depth + 2.6, '#6e5f4d', ' fill-opacity=".4"'));
    for (let v = 0; v <= depth + 2.6; v += 0.6)
      parts.push(plane.rect(0, v, w, 0.008, '#6e5f4d', ' fill-opacity=".4"'));
    const clip = this.sheet.clip(d);
    const dim = plane.gradient(
      [0, depth + 2.6],
      [0, 1.5],
      [
        [0, '#2d2116', 0.3],
        [0.25, '#2d2116', 0.08],
        [1, '#2d2116', 0],
      ],
    );
    const mirrors = this.holes
      .filter((h) => h.wall === 'back')
      .map((h) => {
        const [a, b] = [
          this.camera.project([h.u, depth, -h.v * 0.7]),
          this.camera.project([h.u + h.w, depth, -h.v * 0.7 - h.h]),
        ];
        const [x, y] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
        const fill = this.sheet.linear(0, y, 0, y + Math.abs(b[1] - a[1]), [
          [0, '#ffffff', 0.6],
          [1, '#ffffff', 0],
        ]);
        return `<rect x="${n1(x)}" y="${n1(y)}" width="${n1(Math.abs(b[0] - a[0]))}" height="${n1(Math.abs(b[1] - a[1]))}" fill="${fill}" filter="${this.sheet.blur(10)}"/>`;
      });
    this.sheet.add(
      `<g clip-path="${clip}">${parts.join('')}<path d="${d}" fill="${dim}"/>${mirrors.join('')}</g>`,
    );
  }

  /** The window's light lying on the floor. */
  private sunPatch({ wall, u, v, w, h }: Hole): void {
    const { depth } = this.shell;
    const fall = (x: number, y: number, z: number): Vec =>
      wall === 'back' ? [x + z * 0.55, y - z * 1.15, 0.005] : [x + z * 1.2, y - z * 0.45, 0.005];
    const corner = (a: number, b: number): Vec => (wall === 'back' ? fall(a, depth, b) : fall(0, a - 2.6, b));
    const panes = w > 2.4 ? 3 : 2;
    const patches = Array.from({ length: panes }, (_, i) => {
      const [a, b] = [u + (w * i) / panes + 0.05, u + (w * (i + 1)) / panes - 0.05];
      return `<path d="${closed(this.camera.polygon([corner(a, v), corner(b, v), corner(b, v + h), corner(a, v + h)]))}"/>`;
    });
    this.sheet.add(
      `<g fill="#fff1c9" opacity=".55" filter="${this.sheet.blur(3)}" style="mix-blend-mode:soft-light">${patches.join('')}</g>`,
    );
    this.sheet.add(`<g fill="#fff4d8" opacity=".3" filter="${this.sheet.blur(3)}">${patches.join('')}</g>`);
  }
}
