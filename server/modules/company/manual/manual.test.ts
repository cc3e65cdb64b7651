import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { MANUAL_PICTURES, type ManualChapter } from '#contract/company/manual/endpoints.ts';
import { anchorOf, chapterOf, sectionsOf } from '#contract/company/manual/sections.ts';
import { useApp } from '#test/app.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const root = path.join(import.meta.dirname, '../../../..');

const chaptersFor = async (who: 'contratista' | 'asesor') =>
  (await (await signInAs(llave, who)).get('/api/manual')).json<{ data: ManualChapter[] }>().data;

describe('the manual inside the office', () => {
  test('is for whoever is signed in, chapters in order, with its pictures', async () => {
    const nobody = llave.browser();
    expect((await nobody.get('/api/manual')).statusCode).toBe(401);
    expect((await nobody.get(`${MANUAL_PICTURES}/pagos.webp`)).statusCode).toBe(401);
    const chapters = await chaptersFor('contratista');
    expect(chapters.slice(0, 2)).toMatchObject([
      { id: 'primeros-pasos', title: 'Primeros pasos' },
      { id: 'proyectos', title: 'Proyectos, modelos y lotes' },
    ]);
    const browser = await signInAs(llave, 'asesor');
    const picture = await browser.get(`${MANUAL_PICTURES}/pagos.webp`);
    expect(picture.headers['content-type']).toBe('image/webp');
    for (const name of ['no-existe.webp', '..%2Foperations.md', '%2e%2e%2fsecret.webp'])
      expect((await browser.get(`${MANUAL_PICTURES}/${name}`)).statusCode).toBe(404);
  });

  test('every page of the office leads to a part that exists', async () => {
    const known = new Set(
      (await chaptersFor('asesor')).flatMap((chapter) =>
        sectionsOf(chapter).map(({ anchor }) => (anchor ? `${chapter.id}#${anchor}` : chapter.id)),
      ),
    );
    const pages = globSync('web/office/routes/oficina/**/*.tsx', { cwd: root }).map((file) => {
      const [, help] = /help: '([^']+)'/.exec(readFileSync(path.join(root, file), 'utf8')) ?? [];
      return { file, help };
    });
    expect(pages.length).toBeGreaterThan(60);
    expect(pages.filter(({ help }) => !help || !known.has(help))).toEqual([]);
    const checks = readFileSync(path.join(root, 'contract/company/health/rules.ts'), 'utf8');
    const told = [...checks.matchAll(/'\/oficina\/manual\/([^']+)'/g)].map(([, at]) => at!);
    expect(told.length).toBeGreaterThan(2);
    expect(told.filter((at) => !known.has(at))).toEqual([]);
  });

  test('every link and picture of the manual exists', () => {
    const files = readdirSync(path.join(root, 'docs/manual')).map((name) => ({
      name,
      text: readFileSync(path.join(root, 'docs/manual', name), 'utf8'),
    }));
    const anchors = new Map(
      files.map(({ name, text }) => [
        name,
        new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))),
      ]),
    );
    const pictures = new Set(readdirSync(path.join(root, 'docs/pictures')));
    const broken = files.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
        const [file = '', anchor] = decodeURI(link!).split('#');
        if (file.startsWith('http')) return [];
        if (file.startsWith('../pictures/'))
          return pictures.has(path.basename(file)) ? [] : [`${name}: ${link}`];
        const target = anchors.get(file || name);
        const there = target && (!anchor || target.has(anchor));
        return there || file.startsWith('../') ? [] : [`${name}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
    expect(chapterOf('04-pagos.md')).toBe('pagos');
  });
});
