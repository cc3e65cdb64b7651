import {
  boxOf,
  centreOf,
  contains,
  type Box,
  type Point,
  type Polygon,
} from '#contract/projects/lots/geometry.ts';

export interface Shape {
  id: number;
  name: string;
  points: Polygon;
}
export interface Placed extends Shape {
  box: Box;
  centre: Point;
}

/** A spatial index of lots: a grid of square cells, each with the shapes that touch it. */
export interface Scene {
  placed: readonly Placed[];
  byId: ReadonlyMap<number, Placed>;
  /** The lots whose bounding box meets this box, without duplicates. */
  within: (box: Box) => Placed[];
  at: (point: Point) => Placed | undefined;
  /** The nearest lot in a direction ([1, 0]: right); undefined at the edge. */
  neighbour: (id: number, direction: Point) => Placed | undefined;
}

const CELLS_PER_SIDE = 48;

export function makeScene(shapes: readonly Shape[]): Scene {
  const placed = shapes.map((shape) => ({
    ...shape,
    box: boxOf(shape.points),
    centre: centreOf(shape.points),
  }));
  const whole = boxOf(
    placed.flatMap(({ box }): Point[] => [
      [box.x0, box.y0],
      [box.x1, box.y1],
    ]),
  );
  const size =
    Math.max(1, (whole.x1 - whole.x0) / CELLS_PER_SIDE, (whole.y1 - whole.y0) / CELLS_PER_SIDE) || 1;
  const cell = (value: number, from: number) =>
    Math.min(CELLS_PER_SIDE, Math.max(0, Math.floor((value - from) / size)));
  const cells = new Map<number, Placed[]>();
  const each = (box: Box, act: (key: number) => void) => {
    if (placed.length === 0) return;
    const [x0, x1] = [cell(box.x0, whole.x0), cell(box.x1, whole.x0)];
    const [y0, y1] = [cell(box.y0, whole.y0), cell(box.y1, whole.y0)];
    for (let y = y0; y <= y1; y += 1) for (let x = x0; x <= x1; x += 1) act(y * (CELLS_PER_SIDE + 1) + x);
  };
  for (const one of placed)
    each(one.box, (key) => {
      const list = cells.get(key);
      if (list) list.push(one);
      else cells.set(key, [one]);
    });
  const byId = new Map(placed.map((one) => [one.id, one]));

  const within = (box: Box): Placed[] => {
    const found = new Set<Placed>();
    each(box, (key) => {
      for (const one of cells.get(key) ?? [])
        if (one.box.x0 <= box.x1 && one.box.x1 >= box.x0 && one.box.y0 <= box.y1 && one.box.y1 >= box.y0)
          found.add(one);
    });
    return [...found];
  };
  return {
    placed,
    byId,
    within,
    at: (point) =>
      within({ x0: point[0], y0: point[1], x1: point[0], y1: point[1] }).findLast(({ points }) =>
        contains(points, point),
      ),
    neighbour(id, [dx, dy]) {
      const from = byId.get(id);
      if (!from) return undefined;
      let best: { cost: number; one: Placed } | undefined;
      for (const one of placed) {
        if (one === from) continue;
        const [x, y] = [one.centre[0] - from.centre[0], one.centre[1] - from.centre[1]];
        const along = x * dx + y * dy;
        const aside = Math.abs(x * dy - y * dx);
        if (along <= 0 || aside > along * 1.7) continue;
        const cost = along + aside * 2;
        if (!best || cost < best.cost) best = { cost, one };
      }
      return best?.one;
    },
  };
}
