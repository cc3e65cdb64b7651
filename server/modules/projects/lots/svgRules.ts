/** More elements than any real site plan has. Each element costs rendering time. */
const ELEMENTS_MAX = 200_000;
const DEPTH_MAX = 100;
/** Maximum number of elements after all `use` copies are expanded. */
const COPIES_MAX = 100_000;

/** Content that runs, loads or is expensive, with its name in drawing programs. */
const REFUSED: readonly [RegExp, string][] = [
  [/<(?:[\w-]+:)?(?:filter|fe[A-Z]\w*)\b/i, 'efectos (filtros, sombras o desenfoques)'],
  [/\bfilter\s*[:=]\s*["']?\s*(?!none\b)[\w#(]/i, 'efectos (filtros, sombras o desenfoques)'],
  [/<(?:[\w-]+:)?foreignObject\b/i, 'contenido de página web (foreignObject)'],
  [/<(?:[\w-]+:)?script\b|\son\w+\s*=/i, 'programas (script)'],
  [/<(?:[\w-]+:)?(?:animate|set)\w*\b/i, 'animaciones'],
  [/<!ENTITY/i, 'abreviaturas (ENTITY)'],
  [/<\?xml-stylesheet|@import/i, 'hojas de estilo de afuera'],
];
const LINK =
  /<(?:[\w-]+:)?(image|use|pattern|linearGradient|radialGradient|tref)\b[^>]*?\b(?:xlink:)?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
const PICTURE = /^data:image\/(?:png|jpe?g);base64,/i;

/**
 * Why an SVG is refused, as the end of a sentence ("tiene …"); null when it is accepted. The check
 * reads it as text, so anything that hides from a text search (another encoding, entities) is
 * refused too. Rendering then has limits of time and memory.
 */
export function whyNotSvg(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const encoding = /encoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  if (bytes.includes(0) || !['utf-8', 'utf8', 'us-ascii', 'iso-8859-1', 'windows-1252'].includes(encoding))
    return 'una codificación de texto que no es UTF-8';
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replaceAll(/<!--[\s\S]*?-->/g, '');
  for (const [found, name] of REFUSED) if (found.test(text)) return name;
  for (const [, element, double, single] of text.matchAll(LINK)) {
    const target = (double ?? single ?? '').trim();
    if (target.startsWith('#') || target === '') continue;
    if (element?.toLowerCase() !== 'image' || !PICTURE.test(target))
      return 'imágenes o partes de otro archivo';
  }
  return tooMuch(text);
}

const TAG = /<(\/?)((?:[\w-]+:)?[A-Za-z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>/g;

function tooMuch(text: string): string | null {
  /** Per id: the number of elements inside it, and the ids that it copies. */
  const parts = new Map<string, { own: number; copies: string[] }>();
  const whole = { own: 0, copies: [] as string[] };
  const open: (string | undefined)[] = [];
  for (const [, closing, name = '', attributes = '', alone] of text.matchAll(TAG)) {
    if (closing) {
      open.pop();
      continue;
    }
    const id = /\bid\s*=\s*["']([^"']+)/.exec(attributes)?.[1];
    if (id && !parts.has(id)) parts.set(id, { own: 0, copies: [] });
    const copied = /(?:^|:)use$/i.test(name) && /href\s*=\s*["']#([^"']+)/.exec(attributes)?.[1];
    const within = [whole, ...[...open, id].map((one) => one && parts.get(one))];
    for (const part of within) {
      if (!part) continue;
      part.own += 1;
      if (copied) part.copies.push(copied);
    }
    if (!alone) open.push(id);
    if (open.length > DEPTH_MAX) return `más de ${DEPTH_MAX} grupos uno dentro de otro`;
    if (whole.own > ELEMENTS_MAX) return `más de ${ELEMENTS_MAX.toLocaleString('es-PA')} elementos`;
  }
  const sizes = new Map<string, number>();
  const sizeOf = (id: string): number => {
    const known = sizes.get(id);
    if (known !== undefined) return known;
    sizes.set(id, Infinity); // guards against ids that copy themselves
    const part = parts.get(id);
    const size = part ? part.copies.reduce((sum, copy) => sum + sizeOf(copy), part.own) : 0;
    sizes.set(id, size);
    return size;
  };
  const copies = whole.copies.reduce((sum, copy) => sum + sizeOf(copy), 0);
  return copies > COPIES_MAX ? 'demasiadas copias de un mismo símbolo' : null;
}
