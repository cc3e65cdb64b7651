import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageState } from '#contract/page.ts';
import { styleHash, type PageAssets } from './pageHtml.ts';

const DIST = path.join(import.meta.dirname, '../../dist');
export const CUSTOMER_FOLDER = path.join(DIST, 'customer');

interface ManifestChunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, ManifestChunk>;

interface Rendering {
  render(state: PageState): string;
  themeColors: { light: string; dark: string };
}

/** The built customer pages: how to render one, and which files its HTML loads. */
export interface PageBundle extends Rendering {
  assetsOf(name: string): PageAssets;
}

/** Loads the output of `npm run build` from dist/. Throws an error that says to build if it is missing. */
export async function loadBundle(): Promise<PageBundle> {
  const server = path.join(DIST, 'customer-server/entry-server.js');
  const manifest = JSON.parse(
    await readFile(path.join(CUSTOMER_FOLDER, 'manifest.json'), 'utf8').catch(missing),
  ) as Manifest;
  const rendering = (await import(pathToFileURL(server).href)) as Rendering;
  const entries = Object.values(manifest).filter(({ isEntry }) => isEntry);
  const start = `/${entries.find(({ name }) => name === 'start')?.file}`;
  const assets = new Map(
    await Promise.all(
      entries.map(async (entry) => [entry.name, { ...(await collect(manifest, entry)), start }] as const),
    ),
  );
  return {
    render: rendering.render,
    themeColors: rendering.themeColors,
    assetsOf(name) {
      const found = assets.get(name);
      if (!found) throw new Error(`no page ${name} in the build: npm run build`);
      return found;
    },
  };
}

function missing(): never {
  throw new Error('the customer pages are not built: npm run build');
}

async function collect(manifest: Manifest, entry: ManifestChunk): Promise<Omit<PageAssets, 'start'>> {
  const chunks = new Set<ManifestChunk>();
  const entered = new Set<ManifestChunk>();
  const visit = (chunk: ManifestChunk) => {
    if (entered.has(chunk)) return;
    entered.add(chunk);
    for (const key of chunk.imports ?? []) visit(manifest[key]!);
    chunks.add(chunk);
  };
  visit(entry);
  // Imported chunks come first, so that a page's own rules win over its components' rules.
  const files = [...new Set([...chunks].flatMap((chunk) => chunk.css ?? []))];
  const texts = await Promise.all(files.map((file) => readFile(path.join(CUSTOMER_FOLDER, file), 'utf8')));
  const css = texts.join('');
  return {
    css,
    cssHash: styleHash(css),
    entry: `/${entry.file}`,
    imports: [...chunks].filter((chunk) => chunk !== entry).map(({ file }) => `/${file}`),
  };
}
