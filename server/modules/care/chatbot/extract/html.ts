import { Parser } from 'htmlparser2';
import { TEXT_MAX, UnreadableText, type Block } from './blocks.ts';

/** What is on a page for the browser, or on every page of a site. */
const LEFT_OUT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'nav',
  'footer',
  'header',
  'form',
  'iframe',
  'head',
]);
const ENDS = new Set([
  'p',
  'div',
  'li',
  'tr',
  'section',
  'article',
  'main',
  'ul',
  'ol',
  'table',
  'dd',
  'dt',
  'blockquote',
  'br',
  'td',
  'th',
  'figcaption',
  'body',
]);

/** Title, headings and paragraphs of a web page. */
export function blocksOfHtml(html: string): { title: string; blocks: Block[] } {
  const blocks: Block[] = [];
  let [text, title, skipped, inTitle] = ['', '', 0, false];
  let heading = false;
  const close = () => {
    if (text.trim()) blocks.push({ text, heading, page: null });
    text = '';
  };
  const parser = new Parser({
    onopentag(name, { hidden, 'aria-hidden': unseen }) {
      if (name === 'title') inTitle = true;
      if (skipped > 0 || LEFT_OUT.has(name) || hidden !== undefined || unseen === 'true') {
        if (!VOID.has(name)) skipped += 1;
        return;
      }
      if (/^h[1-6]$/.test(name)) {
        close();
        heading = true;
      } else if (ENDS.has(name) && !heading) close();
    },
    ontext(piece) {
      if (inTitle) title += piece;
      else if (skipped === 0) text += piece;
      if (text.length > TEXT_MAX)
        throw new UnreadableText('La página es muy larga. Usa la dirección de una parte.');
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false;
      if (skipped > 0) {
        if (!VOID.has(name)) skipped -= 1;
        return;
      }
      if (/^h[1-6]$/.test(name)) {
        close();
        heading = false;
      } else if (ENDS.has(name) && !heading) close();
    },
  });
  parser.write(html);
  parser.end();
  close();
  return { title: title.replace(/\s+/g, ' ').trim().slice(0, 120), blocks };
}

const VOID = new Set([
  'br',
  'img',
  'input',
  'meta',
  'link',
  'hr',
  'source',
  'wbr',
  'col',
  'embed',
  'area',
  'base',
  'track',
]);
