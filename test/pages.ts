import type { PageSpec } from '#contract/page.ts';
import type { z } from 'zod';
import type { Browser, TestApp } from './app.ts';

/** Serves pages without a build: real data, empty markup. Call it before the first page. */
export function withoutBuild({ app }: Pick<TestApp, 'app'>): void {
  const assets = { css: '', cssHash: "'sha256-x'", start: '/start.js', entry: '/entry.js', imports: [] };
  app.pages.bundle = () =>
    Promise.resolve({
      render: () => '',
      themeColors: { light: '#fff', dark: '#000' },
      assetsOf: () => assets,
    });
}

/** The data embedded in a page. Throws if the response is no page. */
export async function pageData<P extends PageSpec>(
  browser: Browser,
  page: P,
  url: string,
): Promise<z.output<P['data']>> {
  const answer = await browser.send({ method: 'GET', url, headers: { accept: 'text/html' } });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body.slice(0, 500)}`);
  return dataOf(answer.body, page);
}

/** The data embedded in a page's HTML. Throws if it is no page. */
export function dataOf<P extends PageSpec>(body: string, _page: P): z.output<P['data']> {
  const [, json] = /<script[^>]*id="data"[^>]*>(.*?)<\/script>/s.exec(body) ?? [];
  if (!json) throw new Error(body.slice(0, 500));
  return (JSON.parse(json) as { data: z.output<P['data']> }).data;
}
