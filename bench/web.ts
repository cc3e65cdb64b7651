import chromiumBinary from '@sparticuz/chromium';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { createServer } from 'node:net';
import { cpus } from 'node:os';

/**
 * Runs Lighthouse (mobile preset, simulated 4G) on pages of a running server:
 *   npm run bench:web -- [--runs=3] [address …]
 * Without addresses: the site map at APP_URL, else http://localhost:8080. Prints the median run of each page and marks
 * values that miss the requirement of quality.md ("Speed in the hand") with «!».
 */
interface Figures {
  performance: number;
  accessibility: number;
  'best practices': number;
  SEO: number | null;
  'LCP ms': number;
  CLS: number;
  'TBT ms': number;
  'JS kB': number;
}
const ENOUGH: { [K in keyof Figures]: (value: number) => boolean } = {
  performance: (score) => score >= 95,
  accessibility: (score) => score === 100,
  'best practices': (score) => score === 100,
  SEO: (score) => score === 100,
  'LCP ms': (ms) => ms < 1800,
  CLS: (shift) => shift < 0.02,
  'TBT ms': (ms) => ms < 100,
  'JS kB': (size) => size <= 100,
};

const given = process.argv.slice(2);
const runs = Number(given.find((word) => word.startsWith('--runs='))?.slice('--runs='.length) ?? 3);
const named = given.filter((word) => !word.startsWith('--'));
const addresses = named.length > 0 ? named : await siteMap(process.env['APP_URL'] ?? 'http://localhost:8080');

const port = await freePort();
const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? (await chromiumBinary.executablePath()),
  args: ['--no-sandbox', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
});
try {
  const table: Record<string, Record<string, string>> = {};
  for (const address of addresses) table[new URL(address).pathname] = shown(await measure(address));
  console.log(
    `Lighthouse, mobile, median of ${runs} · ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'} · Node ${process.version}`,
  );
  console.table(table);
} finally {
  await browser.close();
}

async function measure(address: string): Promise<Figures> {
  const found: Figures[] = [];
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(address, { port, output: 'json', logLevel: 'error' });
    if (!result || result.lhr.runtimeError)
      throw new Error(result?.lhr.runtimeError?.message ?? `no result for ${address}`);
    found.push(figuresOf(result.lhr));
  }
  return found.toSorted((a, b) => a['LCP ms'] - b['LCP ms'])[Math.floor(found.length / 2)]!;
}

function figuresOf({ categories, audits }: Result): Figures {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const indexed = audits['is-crawlable']?.score === 1;
  const { items = [] } = (audits['network-requests']?.details ?? {}) as {
    items?: { resourceType?: string; transferSize: number }[];
  };
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    // A personal page must not appear in search engines, so it has no SEO score.
    SEO: indexed ? score('seo') : null,
    'LCP ms': Math.round(value('largest-contentful-paint')),
    CLS: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
    'TBT ms': Math.round(value('total-blocking-time')),
    'JS kB': Math.round(scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 100) / 10,
  };
}

function shown(figures: Figures): Record<string, string> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]: [string, number | null]) => {
      if (value === null) return [name, '–'];
      return [name, ENOUGH[name as keyof Figures](value) ? String(value) : `${value} !`];
    }),
  );
}

async function siteMap(appUrl: string): Promise<string[]> {
  const text = await (await fetch(`${appUrl}/sitemap.xml`)).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, found]) => new URL(new URL(found!).pathname, appUrl).href,
  );
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port: found } = server.address() as { port: number };
      server.close(() => done(found));
    });
  });
}
