import { expect, test } from 'vitest';
import { deep } from '#test/deep.ts';
import { PART_NAMES, type Part } from '#contract/care/covers/parts.ts';
import { adjust, findRepeats, upperTail, type Built, type Defect } from './repeats.ts';

/** A generator of numbers from 0 to 1, the same for a seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A company: 60 to 240 houses of 2 to 4 models, each part built by one of 3 to 8 contractors over a year. */
function company(seed: number): { built: Built[]; defects: Defect[]; next: () => number } {
  const next = chance(seed);
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const houses = between(60, 240);
  const models = between(2, 4);
  const contractors = between(3, 8);
  const rates = new Map(PART_NAMES.map((part) => [part, 0.01 + next() * 0.2]));
  const built: Built[] = [];
  const defects: Defect[] = [];
  for (let house = 1; house <= houses; house += 1) {
    const model = between(1, models);
    const start = Math.floor((house / houses) * 44);
    for (const part of PART_NAMES) {
      const week = `2026-W${String(start + between(1, 4)).padStart(2, '0')}`;
      built.push({ house, model, contractor: between(1, contractors), week, part });
      if (next() < rates.get(part)!) defects.push({ house, part });
    }
  }
  return { built, defects, next };
}

/** One crew whose 12 houses have the same defect. */
function seeded(seed: number) {
  const { built, defects, next } = company(seed);
  const part: Part = PART_NAMES[Math.floor(next() * PART_NAMES.length)]!;
  const crew = 99;
  const model = built[0]!.model;
  const rows = built.filter((one) => one.part === part && one.model === model);
  const from = Math.floor(next() * Math.max(1, rows.length - 12));
  const bad = new Set(rows.slice(from, from + 12).map(({ house }) => house));
  return {
    part,
    bad,
    built: built.map((one) => (one.part === part && bad.has(one.house) ? { ...one, contractor: crew } : one)),
    defects: [...defects, ...[...bad].map((house) => ({ house, part }))],
  };
}

const seeds = (count: number, from: number) => Array.from({ length: count }, (_, at) => from + at);

test('a defect in the 12 houses of one crew is flagged in 95 of 100 companies', () => {
  const tried = seeds(deep(20, 100), 1);
  const flagged = tried.filter((seed) => {
    const { built, defects, part, bad } = seeded(seed);
    return findRepeats(built, defects).some(
      (one) => one.part === part && one.houses.filter((house) => bad.has(house)).length >= bad.size / 2,
    );
  });
  expect(flagged.length / tried.length).toBeGreaterThanOrEqual(0.95);
});

test('of companies without such a crew fewer than 5 in 100 see a false flag', () => {
  const tried = seeds(deep(60, 1000), 10_001);
  const flagged = tried.filter((seed) => {
    const { built, defects } = company(seed);
    return findRepeats(built, defects).length > 0;
  });
  expect(flagged.length / tried.length).toBeLessThan(0.05);
});

test('a group is told by what its houses share, once', () => {
  const { built, defects, part } = seeded(7);
  const found = findRepeats(built, defects).filter((one) => one.part === part);
  expect(found).toHaveLength(1);
  expect(found[0]!.contractor).toBe(99);
  expect(found[0]!.adjusted).toBeLessThan(0.001);
});

test('the tail is exact and the correction never grows with the evidence', () => {
  // 10 houses, 4 of them bad: 3 or more of a group of 3 fall on them in 4 of 120 ways.
  expect(upperTail(10, 4, 3, 3)).toBeCloseTo(4 / 120, 12);
  expect(upperTail(10, 4, 3, 0)).toBeCloseTo(1, 12);
  expect(adjust([0.01, 0.5, 0.04])).toEqual([0.03, 0.5, 0.06]);
});
