/** The three floor plans as data, in metres: x to the right, y away from the street. The solids of houses.ts have the same outline. */
import type { ModelKey } from './houses.ts';
import type { Point } from './space.ts';

export type FloorKind = 'madera' | 'porcelanato' | 'azulejo' | 'portal';
export type Side = 'n' | 's' | 'e' | 'w';

interface PlanRoom {
  name: string;
  /** Outline, first the corner that the area is measured from. */
  outline: readonly Point[];
  floor: FloorKind;
  label: Point;
  /** Width and depth inside, for the label. */
  size?: readonly [number, number];
}

export type PlanWall = readonly [x1: number, y1: number, x2: number, y2: number];
/** A door in a wall: where its hinge is, which way along the wall it lies, and into which side it opens. */
export interface PlanDoor {
  hinge: Point;
  along: Side;
  opens: Side;
  width: number;
}

export interface PlanThing {
  kind:
    | 'cama'
    | 'camita'
    | 'sofa'
    | 'sillon'
    | 'mesa'
    | 'comedor'
    | 'tv'
    | 'closet'
    | 'cocina'
    | 'estufa'
    | 'fregadero'
    | 'nevera'
    | 'inodoro'
    | 'lavamanos'
    | 'ducha'
    | 'lavadora'
    | 'planta'
    | 'auto'
    | 'mesita'
    | 'alfombra';
  /** Middle. */
  at: Point;
  /** Quarter turns; 0 has its head or back away from the street. */
  turn?: 0 | 1 | 2 | 3;
  size: readonly [number, number];
}

export interface HousePlan {
  model: ModelKey;
  name: string;
  bedrooms: number;
  bathrooms: number;
  area_m2: number;
  extent: readonly [x0: number, y0: number, x1: number, y1: number];
  rooms: readonly PlanRoom[];
  outer: readonly PlanWall[];
  inner: readonly PlanWall[];
  doors: readonly PlanDoor[];
  windows: readonly PlanWall[];
  things: readonly PlanThing[];
  /** Roofed places without walls. */
  open?: readonly { name: string; outline: readonly Point[]; label: Point }[];
}

const rect = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

// prettier-ignore
const GUAYACAN: HousePlan = {
  model: 'guayacan', name: 'Guayacán', bedrooms: 2, bathrooms: 1, area_m2: 58, extent: [0, 0, 7, 8.3],
  rooms: [
    { name: 'Recámara principal', outline: rect(0, 0, 3.9, 3.4), floor: 'madera', label: [2.05, 0.62], size: [3.75, 3.25] },
    { name: 'Baño', outline: rect(0, 3.4, 2.5, 4.9), floor: 'azulejo', label: [1.42, 3.78], size: [2.4, 1.4] },
    { name: 'Recámara 2', outline: rect(0, 4.9, 3.9, 8.3), floor: 'madera', label: [2.3, 5.45], size: [3.75, 3.25] },
    { name: 'Sala', outline: [[3.9, 1.7], [7, 1.7], [7, 4.9], [2.5, 4.9], [2.5, 3.4], [3.9, 3.4]], floor: 'porcelanato', label: [4.55, 3.95], size: [3, 3.1] },
    { name: 'Comedor y cocina', outline: rect(3.9, 4.9, 7, 8.3), floor: 'porcelanato', label: [5.2, 7], size: [3, 3.3] },
    { name: 'Portal', outline: rect(3.9, 0, 7, 1.7), floor: 'portal', label: [5.5, 0.78], size: [3.1, 1.7] },
  ],
  outer: [[0, 0, 3.9, 0], [3.9, 0, 3.9, 1.7], [3.9, 1.7, 7, 1.7], [7, 1.7, 7, 8.3], [7, 8.3, 0, 8.3], [0, 8.3, 0, 0]],
  inner: [[0, 3.4, 3.9, 3.4], [3.9, 1.7, 3.9, 3.4], [0, 4.9, 3.9, 4.9], [2.5, 3.4, 2.5, 4.9], [3.9, 4.9, 3.9, 8.3]],
  doors: [
    { hinge: [4.45, 1.7], along: 'e', opens: 'n', width: 1 }, { hinge: [3.65, 3.4], along: 'w', opens: 's', width: 0.85 },
    { hinge: [2.5, 3.55], along: 'n', opens: 'w', width: 0.75 }, { hinge: [3.65, 4.9], along: 'w', opens: 'n', width: 0.85 },
    { hinge: [4.15, 8.3], along: 'e', opens: 's', width: 0.85 },
  ],
  windows: [[0.95, 0, 2.95, 0], [5.85, 1.7, 6.7, 1.7], [0, 1.1, 0, 2.2], [0, 3.9, 0, 4.5], [0, 6.1, 0, 7.2], [7, 2.7, 7, 3.8], [7, 6.2, 7, 7.3]],
  things: [
    { kind: 'alfombra', at: [1.6, 1.9], size: [2.3, 1.4] }, { kind: 'cama', at: [1.6, 2.2], size: [1.6, 2], turn: 0 },
    { kind: 'mesita', at: [0.55, 2.98], size: [0.45, 0.45] }, { kind: 'mesita', at: [2.65, 2.98], size: [0.45, 0.45] },
    { kind: 'closet', at: [3.55, 0.95], size: [1.7, 0.55], turn: 3 },
    { kind: 'inodoro', at: [1.55, 4.52], size: [0.4, 0.62] }, { kind: 'lavamanos', at: [2.1, 4.6], size: [0.5, 0.4] }, { kind: 'ducha', at: [0.55, 4.15], size: [0.95, 1.35] },
    { kind: 'camita', at: [0.65, 7.2], size: [1, 1.9], turn: 0 }, { kind: 'camita', at: [2.35, 7.2], size: [1, 1.9], turn: 0 }, { kind: 'mesita', at: [1.5, 7.95], size: [0.45, 0.45] },
    { kind: 'closet', at: [0.4, 5.55], size: [1.15, 0.55], turn: 1 },
    { kind: 'alfombra', at: [5.5, 3.1], size: [1.7, 1.2], turn: 1 }, { kind: 'sofa', at: [6.5, 3.3], size: [1.9, 0.8], turn: 3 }, { kind: 'mesa', at: [5.5, 3.3], size: [0.6, 0.9] }, { kind: 'tv', at: [4.12, 2.75], size: [1.1, 0.32], turn: 1 },
    { kind: 'comedor', at: [4.95, 5.95], size: [1.3, 0.8] },
    { kind: 'cocina', at: [6.62, 6.9], size: [2.5, 0.6], turn: 3 }, { kind: 'estufa', at: [6.62, 6.25], size: [0.6, 0.6], turn: 3 }, { kind: 'fregadero', at: [6.62, 7.15], size: [0.8, 0.5], turn: 3 }, { kind: 'nevera', at: [6.6, 5.3], size: [0.68, 0.68], turn: 3 },
    { kind: 'lavadora', at: [5.75, 7.88], size: [0.6, 0.6] }, { kind: 'planta', at: [6.6, 2.05], size: [0.45, 0.45] }, { kind: 'planta', at: [6.6, 1.25], size: [0.5, 0.5] },
  ],
};

// prettier-ignore
const COROTU: HousePlan = {
  model: 'corotu', name: 'Corotú', bedrooms: 3, bathrooms: 2, area_m2: 72, extent: [0, -1.5, 8.6, 6.9],
  rooms: [
    { name: 'Recámara principal', outline: rect(0, -1.5, 3.5, 1.9), floor: 'madera', label: [1.75, -0.95], size: [3.35, 3.25] },
    { name: 'Baño 1', outline: rect(0, 1.9, 1.75, 3.4), floor: 'azulejo', label: [0.95, 2.1], size: [1.65, 1.4] },
    { name: 'Baño 2', outline: rect(1.75, 1.9, 3.5, 3.4), floor: 'azulejo', label: [2.5, 2.1], size: [1.65, 1.4] },
    { name: 'Recámara 2', outline: rect(0, 3.4, 2.7, 6.9), floor: 'madera', label: [1.35, 4.05], size: [2.6, 3.35] },
    { name: 'Recámara 3', outline: rect(2.7, 4.3, 5.4, 6.9), floor: 'madera', label: [4.2, 4.75], size: [2.6, 2.5] },
    { name: 'Sala', outline: [[3.5, 0], [8.6, 0], [8.6, 3.4], [5.4, 3.4], [5.4, 4.3], [2.7, 4.3], [2.7, 3.4], [3.5, 3.4]], floor: 'porcelanato', label: [5.05, 2.95], size: [5, 3.3] },
    { name: 'Comedor y cocina', outline: rect(5.4, 3.4, 8.6, 6.9), floor: 'porcelanato', label: [6.75, 5.75], size: [3.1, 3.4] },
    { name: 'Portal', outline: rect(3.5, -1.5, 8.6, 0), floor: 'portal', label: [6.2, -0.82], size: [5.1, 1.5] },
  ],
  outer: [[0, -1.5, 3.5, -1.5], [3.5, -1.5, 3.5, 0], [3.5, 0, 8.6, 0], [8.6, 0, 8.6, 6.9], [8.6, 6.9, 0, 6.9], [0, 6.9, 0, -1.5]],
  inner: [[0, 1.9, 3.5, 1.9], [3.5, 0, 3.5, 3.4], [1.75, 1.9, 1.75, 3.4], [0, 3.4, 3.5, 3.4], [2.7, 3.4, 2.7, 6.9], [2.7, 4.3, 5.4, 4.3], [5.4, 4.3, 5.4, 6.9]],
  doors: [
    { hinge: [4, 0], along: 'e', opens: 'n', width: 1 }, { hinge: [3.5, 0.75], along: 'n', opens: 'w', width: 0.8 },
    { hinge: [0.2, 1.9], along: 'e', opens: 'n', width: 0.7 }, { hinge: [3.5, 2], along: 'n', opens: 'w', width: 0.7 },
    { hinge: [2.7, 3.5], along: 'n', opens: 'w', width: 0.75 }, { hinge: [2.85, 4.3], along: 'e', opens: 'n', width: 0.8 },
    { hinge: [5.65, 6.9], along: 'e', opens: 's', width: 0.85 },
  ],
  windows: [[0.65, -1.5, 2.85, -1.5], [5.75, 0, 7.95, 0], [0, -0.6, 0, 0.6], [0, 2.4, 0, 2.95], [0, 4.9, 0, 6.1], [3.5, 6.9, 4.7, 6.9], [8.6, 1, 8.6, 2.3], [8.6, 4.6, 8.6, 5.8]],
  things: [
    { kind: 'alfombra', at: [1.6, 0.35], size: [2.3, 1.3] }, { kind: 'cama', at: [1.6, 0.75], size: [1.6, 2] }, { kind: 'mesita', at: [0.55, 1.5], size: [0.45, 0.45] }, { kind: 'mesita', at: [2.65, 1.5], size: [0.45, 0.45] },
    { kind: 'closet', at: [3.15, -0.6], size: [1.5, 0.55], turn: 3 },
    { kind: 'inodoro', at: [0.4, 3], size: [0.4, 0.62] }, { kind: 'lavamanos', at: [0.95, 3.12], size: [0.48, 0.4] }, { kind: 'ducha', at: [1.44, 2.85], size: [0.5, 0.95] },
    { kind: 'inodoro', at: [2.75, 3], size: [0.4, 0.62] }, { kind: 'lavamanos', at: [3.2, 3.12], size: [0.46, 0.4] }, { kind: 'ducha', at: [2.2, 2.85], size: [0.7, 0.9] },
    { kind: 'camita', at: [0.65, 5.85], size: [1, 1.9] }, { kind: 'mesita', at: [1.45, 6.55], size: [0.45, 0.45] }, { kind: 'closet', at: [2.36, 5.85], size: [1.6, 0.55], turn: 3 },
    { kind: 'camita', at: [4.8, 5.85], size: [1, 1.9] }, { kind: 'mesita', at: [4.05, 6.55], size: [0.45, 0.45] }, { kind: 'closet', at: [3.1, 5.95], size: [1.5, 0.55], turn: 1 },
    { kind: 'alfombra', at: [7, 1.55], size: [2.2, 1.5] }, { kind: 'sofa', at: [7, 2.6], size: [2.2, 0.85] }, { kind: 'sillon', at: [5.35, 1.6], size: [0.85, 0.85], turn: 1 }, { kind: 'mesa', at: [7, 1.55], size: [1.1, 0.6] }, { kind: 'tv', at: [7, 0.28], size: [1.6, 0.34], turn: 2 },
    { kind: 'comedor', at: [6.65, 4.4], size: [1.5, 0.85] },
    { kind: 'cocina', at: [8.22, 5.4], size: [2.8, 0.6], turn: 3 }, { kind: 'estufa', at: [8.22, 4.5], size: [0.6, 0.6], turn: 3 }, { kind: 'fregadero', at: [8.22, 5.6], size: [0.8, 0.5], turn: 3 }, { kind: 'nevera', at: [8.2, 6.45], size: [0.68, 0.68], turn: 3 },
    { kind: 'lavadora', at: [7.1, 6.5], size: [0.6, 0.6] }, { kind: 'planta', at: [8.2, 0.4], size: [0.5, 0.5] }, { kind: 'planta', at: [8.2, -1.05], size: [0.55, 0.55] }, { kind: 'planta', at: [3.85, -1.1], size: [0.5, 0.5] },
  ],
};

// prettier-ignore
const PANAMA: HousePlan = {
  model: 'panama', name: 'Panamá', bedrooms: 3, bathrooms: 2, area_m2: 95, extent: [0, -1.7, 12.9, 9],
  rooms: [
    { name: 'Recámara principal', outline: rect(0, -1.2, 4, 2.9), floor: 'madera', label: [2, -0.55], size: [3.85, 3.95] },
    { name: 'Baño principal', outline: rect(0, 2.9, 2.35, 4.5), floor: 'azulejo', label: [1.1, 3.15], size: [2.25, 1.5] },
    { name: 'Baño 2', outline: rect(2.35, 2.9, 4, 4.5), floor: 'azulejo', label: [3.25, 3.15], size: [1.55, 1.5] },
    { name: 'Recámara 2', outline: rect(0, 5.6, 2.95, 9), floor: 'madera', label: [1.35, 6.35], size: [2.85, 3.3] },
    { name: 'Recámara 3', outline: rect(2.95, 5.6, 5.9, 9), floor: 'madera', label: [4.55, 6.35], size: [2.85, 3.3] },
    { name: 'Vestíbulo', outline: rect(4, -1.7, 6.2, 1.6), floor: 'porcelanato', label: [5.1, 0.85], size: [2.05, 3.2] },
    { name: 'Sala', outline: [[6.2, 0], [9.6, 0], [9.6, 4.5], [5.9, 4.5], [5.9, 5.6], [0, 5.6], [0, 4.5], [4, 4.5], [4, 1.6], [6.2, 1.6]], floor: 'porcelanato', label: [5.1, 3.95], size: [5.5, 4.4] },
    { name: 'Comedor y cocina', outline: rect(5.9, 4.5, 9.6, 9), floor: 'porcelanato', label: [7.35, 7.35], size: [3.6, 4.4] },
  ],
  outer: [[0, -1.2, 4, -1.2], [4, -1.2, 4, -1.7], [4, -1.7, 6.2, -1.7], [6.2, -1.7, 6.2, 0], [6.2, 0, 9.6, 0], [9.6, 0, 9.6, 9], [9.6, 9, 0, 9], [0, 9, 0, -1.2]],
  inner: [[4, -1.2, 4, 4.5], [0, 2.9, 4, 2.9], [2.35, 2.9, 2.35, 4.5], [0, 4.5, 4, 4.5], [0, 5.6, 5.9, 5.6], [2.95, 5.6, 2.95, 9], [5.9, 5.6, 5.9, 9]],
  doors: [
    { hinge: [4.45, -1.7], along: 'e', opens: 'n', width: 1.1 }, { hinge: [4, 1.62], along: 'n', opens: 'w', width: 0.8 },
    { hinge: [1.95, 2.9], along: 'w', opens: 'n', width: 0.75 }, { hinge: [3.8, 4.5], along: 'w', opens: 's', width: 0.7 },
    { hinge: [2.75, 5.6], along: 'w', opens: 'n', width: 0.8 }, { hinge: [3.15, 5.6], along: 'e', opens: 'n', width: 0.8 },
    { hinge: [9.6, 5], along: 'n', opens: 'w', width: 0.9 },
  ],
  windows: [[0.7, -1.2, 3.2, -1.2], [6.8, 0, 9.1, 0], [0, 0.3, 0, 1.7], [0, 3.4, 0, 4], [0, 6.6, 0, 8], [3.8, 9, 5.1, 9], [9.6, 2, 9.6, 3.4], [7, 9, 8.4, 9]],
  things: [
    { kind: 'alfombra', at: [1.85, 1.15], size: [2.6, 1.4] }, { kind: 'cama', at: [1.85, 1.7], size: [1.8, 2.05] }, { kind: 'mesita', at: [0.65, 2.45], size: [0.5, 0.45] }, { kind: 'mesita', at: [3, 2.45], size: [0.4, 0.45] }, { kind: 'closet', at: [3.65, 0.35], size: [2.2, 0.58], turn: 3 },
    { kind: 'inodoro', at: [0.45, 4.1], size: [0.4, 0.62] }, { kind: 'lavamanos', at: [1.2, 4.22], size: [0.75, 0.42] }, { kind: 'ducha', at: [1.92, 4], size: [0.75, 0.9] },
    { kind: 'inodoro', at: [2.62, 4.1], size: [0.38, 0.6] }, { kind: 'lavamanos', at: [3.72, 3.7], size: [0.46, 0.4], turn: 3 }, { kind: 'ducha', at: [2.7, 3.5], size: [0.55, 0.5] },
    { kind: 'camita', at: [0.7, 7.95], size: [1, 1.9] }, { kind: 'mesita', at: [1.5, 8.65], size: [0.45, 0.45] }, { kind: 'closet', at: [2.6, 7.85], size: [1.9, 0.55], turn: 3 },
    { kind: 'camita', at: [5.2, 7.95], size: [1, 1.9] }, { kind: 'mesita', at: [4.4, 8.65], size: [0.45, 0.45] }, { kind: 'closet', at: [3.35, 7.85], size: [1.9, 0.55], turn: 1 },
    { kind: 'alfombra', at: [7.8, 2.1], size: [2.4, 1.7] }, { kind: 'sofa', at: [7.8, 3.25], size: [2.4, 0.9] }, { kind: 'sillon', at: [6.4, 2.15], size: [0.85, 0.85], turn: 1 }, { kind: 'mesa', at: [7.8, 2.1], size: [1.2, 0.65] }, { kind: 'tv', at: [7.8, 0.3], size: [1.8, 0.36], turn: 2 },
    { kind: 'comedor', at: [7.3, 5.6], size: [1.8, 0.95] },
    { kind: 'cocina', at: [9.22, 7.55], size: [2.6, 0.6], turn: 3 }, { kind: 'cocina', at: [7.75, 8.62], size: [2.3, 0.6] }, { kind: 'estufa', at: [9.22, 7.3], size: [0.6, 0.6], turn: 3 }, { kind: 'fregadero', at: [7.7, 8.62], size: [0.85, 0.5] }, { kind: 'nevera', at: [6.3, 8.6], size: [0.7, 0.68] }, { kind: 'lavadora', at: [9.22, 6.6], size: [0.6, 0.6], turn: 3 },
    { kind: 'planta', at: [9.15, 0.45], size: [0.55, 0.55] }, { kind: 'planta', at: [5.8, -1.3], size: [0.5, 0.5] }, { kind: 'planta', at: [0.35, 5.05], size: [0.5, 0.5] }, { kind: 'auto', at: [11.25, 1.6], size: [1.85, 4.5] },
  ],
  open: [{ name: 'Cochera', outline: rect(9.6, -1.4, 12.9, 4.6), label: [11.25, 4.28] }],
};

export const PLANS: Record<ModelKey, HousePlan> = { guayacan: GUAYACAN, corotu: COROTU, panama: PANAMA };

/** Area of a simple polygon. */
export function areaOf(outline: readonly Point[]): number {
  return Math.abs(
    outline.reduce((sum, [x, y], i) => {
      const [a, b] = outline[(i + 1) % outline.length]!;
      return sum + x * b - a * y;
    }, 0) / 2,
  );
}
