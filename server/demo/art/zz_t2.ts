import { Resvg } from '@resvg/resvg-js';
import { writeFileSync } from 'node:fs';
import { facade } from './facade.ts';
import { PAINTS } from './palettes.ts';
import { MORNING, GOLDEN } from './sky.ts';
const t = performance.now();
const [m, p, a] = [process.argv[2] ?? 'guayacan', process.argv[3] ?? 'arena', process.argv[4]];
const svg = facade({
  model: m as any,
  paint: (PAINTS as any)[p],
  air: a === 'g' ? GOLDEN : MORNING,
  seed: 11,
});
console.log('svg', svg.length, performance.now() - t);
writeFileSync('/tmp/last.svg', svg);
writeFileSync(`/tmp/f_${m}.png`, new Resvg(svg).render().asPng());
console.log(performance.now() - t);
