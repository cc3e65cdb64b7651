/**
 * Hydrates the page after its pictures are painted, at the first touch, or after WAIT_MS. On a slow connection the
 * code must not delay the content. Until then links and forms work without JavaScript.
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

/** A frame callback runs before the paint; the timeout inside it runs after the paint. */
const startAfterPaint = () => requestAnimationFrame(() => setTimeout(start));

if (document.readyState === 'complete') startAfterPaint();
else addEventListener('load', startAfterPaint);
for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, start, { once: true });
setTimeout(start, WAIT_MS);
