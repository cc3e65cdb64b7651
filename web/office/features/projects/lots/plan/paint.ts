import type { Hatch } from './layers.ts';
import type { Placed, Scene } from './scene.ts';

/** Screen pixels = `(world - x) × scale`. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Paint {
  fill: string;
  line: string;
  text: string;
  hatch: Hatch;
}

export interface Look {
  ground: string;
  marked: string;
  /** By kind, in drawing order. */
  paints: ReadonlyMap<number, Paint>;
  kindOf: (id: number) => number;
  lineOf: (id: number) => string;
  /** Kinds shown in full; the others are only outlined. Empty: all. */
  only: ReadonlySet<number>;
  font: string;
  /** Dark scheme: dims the drawing, which is made for white paper. */
  dim: boolean;
}

/** The drawing at several sizes, each half of the one before, so a frame shrinks its source by at most two. */
export interface Backdrop {
  width: number;
  height: number;
  levels: readonly HTMLCanvasElement[];
}

export interface View {
  scene: Scene;
  look: Look;
  camera: Camera;
  backdrop: Backdrop | null;
  selectedId: number | null;
  hoverId: number | null;
}

/** The size that a lot needs on screen for its name, and for a second line, in pixels. */
const NAME_NEEDS = { width: 30, height: 14 };
const LINE_NEEDS = { width: 62, height: 34 };

/** Paints one frame. Width and height in CSS pixels; `ratio` is device pixels per CSS pixel. */
export function paintView(
  ctx: CanvasRenderingContext2D,
  size: { width: number; height: number; ratio: number },
  view: View,
): void {
  const { camera, look, scene } = view;
  const { width, height, ratio } = size;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.fillStyle = look.ground;
  ctx.fillRect(0, 0, width, height);
  paintBackdrop(ctx, size, view);
  const seen = scene.within({
    x0: camera.x,
    y0: camera.y,
    x1: camera.x + width / camera.scale,
    y1: camera.y + height / camera.scale,
  });
  const byKind = new Map<number, Placed[]>();
  for (const lot of seen) {
    const kind = look.kindOf(lot.id);
    const list = byKind.get(kind);
    if (list) list.push(lot);
    else byKind.set(kind, [lot]);
  }
  for (const [kind, lots] of byKind) {
    const paint = look.paints.get(kind);
    if (!paint) continue;
    const full = look.only.size === 0 || look.only.has(kind);
    ctx.beginPath();
    for (const lot of lots) trace(ctx, camera, lot);
    if (full) {
      ctx.fillStyle = paint.fill;
      ctx.fill();
      const hatch = hatchOf(ctx, paint);
      if (hatch) {
        hatch.setTransform(new DOMMatrix().translate(-camera.x * camera.scale, -camera.y * camera.scale));
        ctx.fillStyle = hatch;
        ctx.fill();
      }
    }
    ctx.lineWidth = full ? 1.25 : 0.75;
    ctx.strokeStyle = paint.line;
    ctx.stroke();
  }
  paintNames(ctx, view, byKind);
  for (const [id, wide] of [
    [view.hoverId, 2],
    [view.selectedId, 4],
  ] as const) {
    const lot = id === null ? undefined : scene.byId.get(id);
    if (!lot) continue;
    ctx.beginPath();
    trace(ctx, camera, lot);
    ctx.lineWidth = wide;
    ctx.strokeStyle = look.marked;
    ctx.stroke();
  }
}

function trace(ctx: CanvasRenderingContext2D, { x, y, scale }: Camera, { points }: Placed): void {
  for (const [at, [px, py]] of points.entries())
    if (at === 0) ctx.moveTo((px - x) * scale, (py - y) * scale);
    else ctx.lineTo((px - x) * scale, (py - y) * scale);
  ctx.closePath();
}

/** Paints only the visible part, from the smallest level that is sharp enough. */
function paintBackdrop(
  ctx: CanvasRenderingContext2D,
  { width, height, ratio }: { width: number; height: number; ratio: number },
  { camera, backdrop, look }: View,
): void {
  if (!backdrop) return;
  const wanted = backdrop.width * camera.scale * ratio;
  const level = backdrop.levels.findLast((one) => one.width >= wanted) ?? backdrop.levels[0];
  if (!level) return;
  const x0 = Math.max(0, camera.x);
  const y0 = Math.max(0, camera.y);
  const x1 = Math.min(backdrop.width, camera.x + width / camera.scale);
  const y1 = Math.min(backdrop.height, camera.y + height / camera.scale);
  if (x1 <= x0 || y1 <= y0) return;
  const dots = level.width / backdrop.width;
  const down = level.height / backdrop.height;
  ctx.imageSmoothingQuality = 'low';
  if (look.dim) ctx.globalAlpha = 0.35;
  ctx.drawImage(
    level,
    x0 * dots,
    y0 * down,
    (x1 - x0) * dots,
    (y1 - y0) * down,
    (x0 - camera.x) * camera.scale,
    (y0 - camera.y) * camera.scale,
    (x1 - x0) * camera.scale,
    (y1 - y0) * camera.scale,
  );
  ctx.globalAlpha = 1;
}

function paintNames(
  ctx: CanvasRenderingContext2D,
  { camera, look }: View,
  byKind: ReadonlyMap<number, readonly Placed[]>,
): void {
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const roomy: Placed[] = [];
  ctx.font = `600 11px ${look.font}`;
  for (const [kind, lots] of byKind) {
    ctx.fillStyle = look.paints.get(kind)?.text ?? '#000';
    for (const lot of lots) {
      const wide = (lot.box.x1 - lot.box.x0) * camera.scale;
      const high = (lot.box.y1 - lot.box.y0) * camera.scale;
      if (wide < NAME_NEEDS.width || high < NAME_NEEDS.height) continue;
      const second = wide >= LINE_NEEDS.width && high >= LINE_NEEDS.height;
      if (second) roomy.push(lot);
      ctx.fillText(
        lot.name,
        Math.round((lot.centre[0] - camera.x) * camera.scale),
        Math.round((lot.centre[1] - camera.y) * camera.scale) - (second ? 7 : 0),
      );
    }
  }
  ctx.font = `400 10px ${look.font}`;
  for (const lot of roomy) {
    ctx.fillStyle = look.paints.get(look.kindOf(lot.id))?.text ?? '#000';
    ctx.fillText(
      look.lineOf(lot.id),
      Math.round((lot.centre[0] - camera.x) * camera.scale),
      Math.round((lot.centre[1] - camera.y) * camera.scale) + 8,
    );
  }
}

const STROKES: Record<
  Exclude<Hatch, 'none' | 'dots'>,
  readonly (readonly [number, number, number, number])[]
> = {
  rising: [[-2, 10, 10, -2]],
  falling: [[-2, -2, 10, 10]],
  crossed: [
    [-2, 10, 10, -2],
    [-2, -2, 10, 10],
  ],
  level: [[0, 4, 8, 4]],
  upright: [[4, 0, 4, 8]],
};
const made = new Map<string, CanvasPattern | null>();

/** An 8-pixel tile, cached per hatch and colour. */
function hatchOf(ctx: CanvasRenderingContext2D, { hatch, line }: Paint): CanvasPattern | null {
  if (hatch === 'none') return null;
  const key = `${hatch} ${line}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const tile = document.createElement('canvas');
  tile.width = 8;
  tile.height = 8;
  const pen = tile.getContext('2d');
  if (pen) {
    pen.globalAlpha = 0.45;
    pen.strokeStyle = line;
    pen.fillStyle = line;
    pen.lineWidth = 1;
    if (hatch === 'dots') pen.fillRect(3, 3, 2, 2);
    else
      for (const [x0, y0, x1, y1] of STROKES[hatch]) {
        pen.beginPath();
        pen.moveTo(x0, y0);
        pen.lineTo(x1, y1);
        pen.stroke();
      }
  }
  const pattern = ctx.createPattern(tile, 'repeat');
  made.set(key, pattern);
  return pattern;
}
