/**
 * Brings the page to life once its pictures have been painted, at the first touch, or after a while: on a slow line
 * the code must not hold up what the person came to see. Until then links and forms work as they came.
 */
const WAIT_MS = 4000;
const { entry = '', imports = '' } = document.querySelector<HTMLElement>('script[data-entry]')!.dataset;
let started = false;

function start(): void {
  if (started) return;
  started = true;
  for (const href of imports.split(' '))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  void import(/* @vite-ignore */ entry);
}

/** A frame is painted after its callbacks; what waits behind them runs when it stands. */
const startAfterPaint = () => requestAnimationFrame(() => setTimeout(start));

if (document.readyState === 'complete') startAfterPaint();
else addEventListener('load', startAfterPaint);
for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, start, { once: true });
setTimeout(start, WAIT_MS);
