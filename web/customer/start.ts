/**
 * Brings the page to life once its pictures are there, at the first touch, or after a while: on a slow line the code
 * must not hold up what the person came to see. Until then links and forms work as they came.
 */
const WAIT_MS = 4000;
const { entry = '', imports = '' } = document.querySelector<HTMLElement>('script[data-entry]')!.dataset;
const signs = ['load', 'pointerdown', 'keydown'] as const;

function start(): void {
  for (const sign of signs) removeEventListener(sign, start);
  clearTimeout(late);
  for (const href of imports.split(' ')) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
    document.head.append(link);
  }
  void import(/* @vite-ignore */ entry);
}

const late = setTimeout(start, WAIT_MS);
if (document.readyState === 'complete') start();
else for (const sign of signs) addEventListener(sign, start);
