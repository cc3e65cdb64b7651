import { createHash } from 'node:crypto';
import type { PageState } from '#contract/page.ts';

/** Page metadata for tabs, search engines and link previews. */
export interface Head {
  title: string;
  description?: string | undefined;
  /** The canonical path of this content; without it no canonical link is written. */
  canonical?: string | undefined;
  robots?: 'index' | 'noindex';
  /** JPEG or PNG, best 1200×630, for link previews. */
  image?: { src: string; width: number; height: number; alt: string } | undefined;
  jsonLd?: readonly object[];
}

/** The build output of one page. */
export interface PageAssets {
  css: string;
  /** Value for style-src of the content policy. */
  cssHash: string;
  /** The small script that loads the others after the page is shown. */
  start: string;
  /** The page's own script. */
  entry: string;
  /** Scripts that it imports, loaded in parallel. */
  imports: readonly string[];
}

/** Escapes text for element content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** JSON that cannot end its script element. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const styleHash = (css: string): string =>
  `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

const attributes = (given: Record<string, string | undefined>) =>
  Object.entries(given)
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
const tag = (name: string, given: Record<string, string | undefined>) => `<${name}${attributes(given)}>`;

/** The complete HTML document. `appUrl` makes shared URLs absolute, as WhatsApp and Open Graph require. */
export function documentOf(parts: {
  head: Head;
  state: PageState;
  markup: string;
  assets: PageAssets;
  /** URL of the company's colors, loaded after the design tokens. */
  stylesheet?: string | null;
  appUrl: string;
  themeColors: { light: string; dark: string };
}): string {
  const { head, state, markup, assets, stylesheet, appUrl, themeColors } = parts;
  const absolute = (src: string) => new URL(src, `${appUrl}/`).href;
  const title = head.title.includes(state.site.company)
    ? head.title
    : `${head.title} · ${state.site.company}`;
  const canonical = head.canonical && absolute(head.canonical);
  const image = head.image && { ...head.image, src: absolute(head.image.src) };
  const meta = (name: string, content: string | undefined) => (content ? tag('meta', { name, content }) : '');
  const property = (name: string, content: string | undefined) =>
    content ? tag('meta', { property: name, content }) : '';
  // React writes preload links of the first pictures before its markup; they help more in the head.
  const [, preloads = '', body = ''] = /^((?:<link [^>]*>)*)(.*)$/s.exec(markup) ?? [];
  return [
    '<!doctype html><html lang="es-PA"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    meta('description', head.description),
    meta('robots', head.robots === 'index' ? 'index, follow, max-image-preview:large' : 'noindex, nofollow'),
    canonical ? tag('link', { rel: 'canonical', href: canonical }) : '',
    preloads,
    `<style>${assets.css}</style>`,
    stylesheet ? tag('link', { rel: 'stylesheet', href: stylesheet }) : '',
    `${tag('script', { type: 'module', src: assets.start, 'data-entry': assets.entry, 'data-imports': assets.imports.join(' ') })}</script>`,
    meta('csrf-token', state.csrf),
    '<meta name="color-scheme" content="light dark">',
    tag('meta', { name: 'theme-color', content: themeColors.light, media: '(prefers-color-scheme: light)' }),
    tag('meta', { name: 'theme-color', content: themeColors.dark, media: '(prefers-color-scheme: dark)' }),
    '<link rel="icon" href="/iconos/favicon.ico" sizes="32x32"><link rel="icon" href="/iconos/icono.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/iconos/icono-180.png"><link rel="manifest" href="/manifest.webmanifest">',
    property('og:type', 'website'),
    property('og:locale', 'es_PA'),
    property('og:site_name', state.site.company),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:url', canonical),
    property('og:image', image?.src),
    property('og:image:width', image && String(image.width)),
    property('og:image:height', image && String(image.height)),
    property('og:image:alt', image?.alt),
    meta('twitter:card', image ? 'summary_large_image' : 'summary'),
    ...(head.jsonLd ?? []).map((thing) => `<script type="application/ld+json">${escapeJson(thing)}</script>`),
    '</head><body>',
    `<div id="page">${body}</div>`,
    `<script type="application/json" id="data">${escapeJson(state)}</script>`,
    '</body></html>',
  ].join('');
}
