// Resolves the frequent imports of a start without Node's own search, which reads and parses the package.json around a
// module for each import: that of drizzle-orm has 130 kB, so this took a third of the loading.
import { registerHooks } from 'node:module';

const root = new URL('../../', import.meta.url).href;
const packages = `${root}node_modules/`;
const drizzle = `${packages}drizzle-orm/`;
/** The same library as one file: as 190 modules it takes a thread five times as long. */
const pdfLib = `${packages}@cantoo/pdf-lib/dist/pdf-lib.esm.min.js`;
/** Packages that our own modules import; all of them find the same. */
const known = new Map();

const found = (url, format) => ({ url, format, shortCircuit: true });

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL ?? '';
    const near = specifier.startsWith('.');
    if (from.startsWith(drizzle) && near && specifier.endsWith('.js') && from.endsWith('.js'))
      return found(new URL(specifier, from).href, 'module');
    if (!from.startsWith(root) || from.startsWith(packages)) return next(specifier, context);
    if (specifier.endsWith('.ts')) {
      if (near) return found(new URL(specifier, from).href, 'module-typescript');
      if (specifier.startsWith('#')) return found(root + specifier.slice(1), 'module-typescript');
    }
    if (specifier === '@cantoo/pdf-lib') return found(pdfLib, 'module');
    if (near || !context.conditions.includes('import')) return next(specifier, context);
    const before = known.get(specifier);
    if (before) return before;
    const answer = { ...next(specifier, context), shortCircuit: true };
    known.set(specifier, answer);
    return answer;
  },
});
