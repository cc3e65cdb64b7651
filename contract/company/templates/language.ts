/**
 * The language of message templates: `{{variable}}`, `{{#si variable}}…{{/si}}` when it has a value, `{{#no
 * variable}}…{{/no}}` when it has none. Nothing else: no code, and only declared names.
 */

type Node =
  | { type: 'text'; text: string }
  | { type: 'value'; name: string }
  | { type: 'when'; name: string; filled: boolean; nodes: Node[] };

/** An error in a template; line and column start at 1. */
export interface TemplateFault {
  message: string;
  line: number;
  column: number;
}

interface Parsed {
  nodes: Node[];
  faults: TemplateFault[];
}

const DEPTH_MAX = 3;
const MARK = /\{\{([^{}\n]{0,80})\}\}|\{\{|\}\}/g;

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** Parses a template; `known` are the allowed variables. Reports every error, not only the first. */
export function parseTemplate(text: string, known: ReadonlySet<string>): Parsed {
  const faults: TemplateFault[] = [];
  const root: Node[] = [];
  const open: { word: 'si' | 'no'; at: number; nodes: Node[] }[] = [];
  const here = () => open.at(-1)?.nodes ?? root;
  const fault = (message: string, at: number) => void faults.push({ message, ...placeOf(text, at) });
  const check = (name: string, at: number) => {
    if (!known.has(name)) fault(`«${name}» no es una variable de este mensaje.`, at);
  };
  let last = 0;
  for (const found of text.matchAll(MARK)) {
    const at = found.index;
    if (at > last) here().push({ type: 'text', text: text.slice(last, at) });
    last = at + found[0].length;
    const inside = found[1]?.trim();
    if (inside === undefined) {
      fault('Las llaves {{ y }} rodean el nombre de una variable, en la misma línea.', at);
      continue;
    }
    const [, opens, about] = /^#(si|no)\s+(\w+)$/.exec(inside) ?? [];
    const [, closes] = /^\/(si|no)$/.exec(inside) ?? [];
    if (opens && about) {
      check(about, at);
      if (open.length >= DEPTH_MAX) fault('Hay demasiadas condiciones una dentro de otra.', at);
      const nodes: Node[] = [];
      here().push({ type: 'when', name: about, filled: opens === 'si', nodes });
      open.push({ word: opens as 'si' | 'no', at, nodes });
    } else if (closes) {
      if (open.at(-1)?.word === closes) open.pop();
      else fault(`{{/${closes}}} no cierra nada aquí.`, at);
    } else if (/^\w+$/.test(inside)) {
      check(inside, at);
      here().push({ type: 'value', name: inside });
    } else fault(`No se entiende {{${inside}}}.`, at);
  }
  if (last < text.length) here().push({ type: 'text', text: text.slice(last) });
  for (const one of open) fault(`Falta cerrar con {{/${one.word}}}.`, one.at);
  return { nodes: root, faults };
}

/** Variables outside every condition: always shown. */
export const alwaysShown = (nodes: readonly Node[]): Set<string> =>
  new Set(nodes.flatMap((node) => (node.type === 'value' ? [node.name] : [])));

/** The text with its values; `write` formats a value. */
export function writeTemplate(
  nodes: readonly Node[],
  values: Readonly<Record<string, string>>,
  write: (name: string, value: string) => string,
): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.text;
      const value = Object.hasOwn(values, node.name) ? values[node.name]! : '';
      if (node.type === 'value') return write(node.name, value);
      return (value !== '') === node.filled ? writeTemplate(node.nodes, values, write) : '';
    })
    .join('');
}
