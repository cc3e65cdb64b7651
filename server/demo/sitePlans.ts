import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DemoProject } from './catalogue.ts';

const Point = z.tuple([z.number(), z.number()]);
/** A lot in metres, x to the right and y down, with its type (domain.md §2). */
const SiteLot = z.object({
  /** `A-01` */
  name: z.string(),
  block: z.string(),
  type: z.number().int().min(1).max(5),
  area_m2: z.number(),
  polygon: z.array(Point),
});
export type SiteLot = z.infer<typeof SiteLot>;

export interface SitePlan {
  width: number;
  height: number;
  /** SVG markup under the lots: ground, streets, green areas, names. */
  background: string;
  lots: SiteLot[];
}

const ASSETS = path.join(import.meta.dirname, 'assets');
const WHOLE = /^<svg [^>]*width="([\d.]+)" height="([\d.]+)"[^>]*>(.*)<\/svg>\s*$/s;

/** Reads the lots of a demo project and the drawing behind them. */
export async function readSitePlan({ plan }: Pick<DemoProject, 'plan'>): Promise<SitePlan> {
  const drawing = WHOLE.exec(await readFile(path.join(ASSETS, plan.drawing), 'utf8'));
  if (!drawing) throw new Error(`${plan.drawing} is no drawing with a width and a height`);
  const lots: unknown = JSON.parse(await readFile(path.join(ASSETS, plan.lots), 'utf8'));
  return {
    width: Number(drawing[1]),
    height: Number(drawing[2]),
    background: drawing[3]!,
    lots: z.array(SiteLot).parse(lots),
  };
}
