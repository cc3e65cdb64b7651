import type { Point } from '#contract/projects/lots/geometry.ts';
import { paintView, type Camera, type Look, type View } from './paint.ts';
import { makeScene, type Placed } from './scene.ts';

interface Hearing {
  onTap: (id: number | null) => void;
  onHover: (id: number | null, at: { x: number; y: number }) => void;
}

/** A canvas of lots, moved by pointer, wheel and keys. Draws at most once per frame, and only after a change. */
export interface Stage {
  show: (change: Partial<Pick<View, 'scene' | 'look' | 'backdrop' | 'selectedId'>>) => void;
  /** Fits the whole plan in view. */
  fit: (size?: { width: number; height: number }) => void;
  zoom: (factor: number, at?: { x: number; y: number }) => void;
  pan: (dx: number, dy: number) => void;
  /** Centres a lot, zoomed in enough to read it. */
  centre: (id: number) => void;
  /** Pans only as far as needed to show the lot. */
  reveal: (id: number) => void;
  camera: () => Camera;
  /** Plan metres at a point of the canvas. */
  worldAt: (at: { x: number; y: number }) => Point;
  close: () => void;
}

const SCALE_MAX = 60;
const MOVED_PX = 5;
const NEAR_PX = 70;
const MARGIN_PX = 24;
const WIDE_PX = 720;
const CARD_PX = 340;
const EMPTY_LOOK: Look = {
  ground: '#fff',
  marked: '#000',
  paints: new Map(),
  kindOf: () => 0,
  lineOf: () => '',
  only: new Set(),
  font: 'sans-serif',
  dim: false,
};

export function openStage(canvas: HTMLCanvasElement, hearing: Hearing): Stage {
  const ctx = canvas.getContext('2d', { alpha: false });
  const view: View = {
    scene: makeScene([]),
    look: EMPTY_LOOK,
    camera: { x: 0, y: 0, scale: 1 },
    backdrop: null,
    selectedId: null,
    hoverId: null,
  };
  let size = { width: 0, height: 0, ratio: 1 };
  let least = 0.01;
  let frame = 0;
  const dirty = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (ctx && size.width > 0) paintView(ctx, size, view);
    });
  };
  let extent: { width: number; height: number } | null = null;
  let fitted = false;

  function resize(): void {
    const { clientWidth: width, clientHeight: height } = canvas;
    const ratio = Math.min(2, devicePixelRatio || 1);
    if (width === size.width && height === size.height && ratio === size.ratio) return;
    size = { width, height, ratio };
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    if (fitted) fit();
    dirty();
  }
  function fit(given = extent): void {
    extent = given;
    if (!extent || size.width === 0) return;
    const scale = 0.96 * Math.min(size.width / extent.width, size.height / extent.height);
    least = scale / 2;
    view.camera = {
      scale,
      x: extent.width / 2 - size.width / 2 / scale,
      y: extent.height / 2 - size.height / 2 / scale,
    };
    fitted = true;
    dirty();
  }
  function zoom(factor: number, at = { x: size.width / 2, y: size.height / 2 }): void {
    const { camera } = view;
    const scale = Math.min(SCALE_MAX, Math.max(least, camera.scale * factor));
    view.camera = {
      scale,
      x: camera.x + at.x / camera.scale - at.x / scale,
      y: camera.y + at.y / camera.scale - at.y / scale,
    };
    fitted = false;
    dirty();
  }
  function pan(dx: number, dy: number): void {
    const { camera } = view;
    view.camera = { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
    fitted = false;
    dirty();
  }
  const worldAt = ({ x, y }: { x: number; y: number }): Point => [
    view.camera.x + x / view.camera.scale,
    view.camera.y + y / view.camera.scale,
  ];
  const placeOf = (event: { clientX: number; clientY: number }) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const under = (event: { clientX: number; clientY: number }): Placed | undefined =>
    view.scene.at(worldAt(placeOf(event)));

  function centreOn(lot: Placed, scale: number): void {
    view.camera = {
      scale,
      x: lot.centre[0] - size.width / 2 / scale,
      y: lot.centre[1] - size.height / 2 / scale,
    };
    fitted = false;
    dirty();
  }

  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const listeners = new AbortController();
  const { signal } = listeners;
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), placeOf(event));
    },
    { signal, passive: false },
  );
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (pointers.size === 0) moved = 0;
      pointers.set(event.pointerId, placeOf(event));
    },
    { signal },
  );
  canvas.addEventListener(
    'pointermove',
    (event) => {
      const now = placeOf(event);
      const before = pointers.get(event.pointerId);
      if (!before) {
        const id = under(event)?.id ?? null;
        if (id !== view.hoverId) {
          view.hoverId = id;
          canvas.style.cursor = id === null ? 'grab' : 'pointer';
          dirty();
        }
        hearing.onHover(id, now);
        return;
      }
      const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      moved += Math.hypot(now.x - before.x, now.y - before.y);
      if (other) {
        const wide = (at: { x: number; y: number }) => Math.hypot(at.x - other.x, at.y - other.y);
        zoom(wide(now) / Math.max(1, wide(before)), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
        pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      } else if (moved > MOVED_PX) pan(now.x - before.x, now.y - before.y);
      pointers.set(event.pointerId, now);
    },
    { signal },
  );
  const lift = (event: PointerEvent) => {
    const was = pointers.delete(event.pointerId);
    if (was && event.type === 'pointerup' && pointers.size === 0 && moved <= MOVED_PX)
      hearing.onTap(under(event)?.id ?? null);
  };
  canvas.addEventListener('pointerup', lift, { signal });
  canvas.addEventListener('pointercancel', lift, { signal });
  canvas.addEventListener(
    'pointerleave',
    () => {
      view.hoverId = null;
      hearing.onHover(null, { x: 0, y: 0 });
      dirty();
    },
    { signal },
  );
  const watcher = new ResizeObserver(resize);
  watcher.observe(canvas);
  resize();

  const near = (lot: Placed) =>
    Math.max(
      view.camera.scale,
      NEAR_PX / Math.max(1, Math.min(lot.box.x1 - lot.box.x0, lot.box.y1 - lot.box.y0)),
    );
  return {
    show(change) {
      Object.assign(view, change);
      dirty();
    },
    fit,
    zoom,
    pan,
    centre(id) {
      const lot = view.scene.byId.get(id);
      if (lot) centreOn(lot, near(lot));
    },
    reveal(id) {
      const lot = view.scene.byId.get(id);
      if (!lot) return;
      const { x, y, scale } = view.camera;
      const [left, top] = [(lot.box.x0 - x) * scale, (lot.box.y0 - y) * scale];
      const [right, bottom] = [(lot.box.x1 - x) * scale, (lot.box.y1 - y) * scale];
      // On wide screens, the card of the selected lot covers the left.
      const aside = size.width > WIDE_PX ? CARD_PX : MARGIN_PX;
      const needed = (from: number, to: number, room: number, margin: number) =>
        from < margin ? margin - from : to > room - MARGIN_PX ? room - MARGIN_PX - to : 0;
      const [dx, dy] = [needed(left, right, size.width, aside), needed(top, bottom, size.height, MARGIN_PX)];
      if (dx !== 0 || dy !== 0) pan(dx, dy);
    },
    camera: () => view.camera,
    worldAt,
    close() {
      listeners.abort();
      watcher.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}
