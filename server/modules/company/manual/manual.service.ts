import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ManualChapter } from '#contract/company/manual/endpoints.ts';
import { chapterOf } from '#contract/company/manual/sections.ts';
import { HOUR_MS } from '#contract/dates.ts';
import { Lately } from '#server/kernel/lately.ts';

const DOCS = path.join(import.meta.dirname, '../../../../docs');

/** Chapters are part of a build: they change only with it. */
const known = new Lately<ManualChapter[]>({ ms: HOUR_MS });

/** The chapters of docs/manual in their order. */
export const readManual = (): Promise<ManualChapter[]> =>
  known.read('', async () => {
    const files = (await readdir(path.join(DOCS, 'manual'))).filter((name) => /^\d+-.+\.md$/.test(name));
    return Promise.all(
      files.toSorted().map(async (file) => {
        const whole = await readFile(path.join(DOCS, 'manual', file), 'utf8');
        const [, title = file, text = whole] = /^# (?:\d+\. )?(.+)\n([^]*)$/.exec(whole) ?? [];
        return { id: chapterOf(file), title: title.trim(), text, pictures: await sizesIn(text) };
      }),
    );
  });

async function sizesIn(text: string): Promise<ManualChapter['pictures']> {
  const { default: sharp } = await import('sharp');
  const names = [...text.matchAll(/\]\(\.\.\/pictures\/([a-z0-9-]+\.webp)\)/g)].map(([, name]) => name!);
  const sizes = names.map(async (name) => {
    const { width, height } = await sharp(path.join(DOCS, 'pictures', name)).metadata();
    return [name, { width, height }] as const;
  });
  return Object.fromEntries(await Promise.all(sizes));
}

/** A picture of docs/pictures; undefined if there is none by that name. */
export const readPicture = (name: string): Promise<Buffer | undefined> =>
  /^[a-z0-9-]{1,60}\.webp$/.test(name)
    ? readFile(path.join(DOCS, 'pictures', name)).catch(() => undefined)
    : Promise.resolve(undefined);
