import type { PointerEvent } from 'react';
import styles from './gantt.module.css';

/** How long a finger rests on a bar before it takes it; before that, moving it pans the drawing. */
const HOLD_MS = 400;
/** How far a resting finger may shake, in pixels. */
const SHAKE = 8;

interface Drag {
  /** The bar follows from now on. */
  taken: () => void;
  /** Pixels from where it was taken. */
  move: (pixels: number) => void;
  /** `kept`: it was dropped, not called off. */
  end: (kept: boolean) => void;
}

/** Lets a pointer drag a bar sideways: a mouse at once, a finger after a long press. */
export function dragBar(event: PointerEvent<HTMLElement>, drag: Drag): void {
  const bar = event.currentTarget;
  const { pointerId, clientX: x, clientY: y } = event;
  let held = false;
  const take = () => {
    held = true;
    bar.setPointerCapture(pointerId);
    bar.classList.add(styles.held!);
    drag.taken();
  };
  const timer = event.pointerType === 'touch' ? setTimeout(take, HOLD_MS) : undefined;
  if (timer === undefined) take();
  const stop = new AbortController();
  const end = (kept: boolean) => {
    clearTimeout(timer);
    stop.abort();
    bar.classList.remove(styles.held!);
    if (held) drag.end(kept);
  };
  const listen = (name: string, react: (now: globalThis.PointerEvent) => void) =>
    bar.addEventListener(name, (now) => react(now as globalThis.PointerEvent), { signal: stop.signal });
  listen('pointermove', (now) => {
    if (held) drag.move(now.clientX - x);
    else if (Math.hypot(now.clientX - x, now.clientY - y) > SHAKE) end(false);
  });
  listen('pointerup', () => end(true));
  listen('pointercancel', () => end(false));
  // The browser's own menu of a long press.
  listen('contextmenu', (now) => now.preventDefault());
}

/**
 * A bar that a finger holds does not pan the drawing. The listener is there before the touch begins, as browsers ask, and only on
 * bars, so that everything else pans without waiting for it.
 */
export function keepFromPanning(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const keep = (event: TouchEvent) => {
    if (bar.classList.contains(styles.held!)) event.preventDefault();
  };
  bar.addEventListener('touchmove', keep, { passive: false });
  return () => bar.removeEventListener('touchmove', keep);
}
