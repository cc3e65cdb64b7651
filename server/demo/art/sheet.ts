/** The paper of one drawing: numbers, colours, chance with a seed, and the `<defs>` that shapes refer to. */

export type Rgb = readonly [number, number, number];
export type Stop = readonly [offset: number, colour: string, opacity?: number];

/** Same seed, same picture: a small 32-bit generator answering [0, 1). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A short decimal: coordinates need no more than a tenth of a pixel. */
export const n1 = (value: number): string => String(Math.round(value * 10) / 10);

export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function hex(colour: Rgb): string {
  const byte = (v: number) =>
    Math.max(0, Math.min(255, Math.round(v)))
      .toString(16)
      .padStart(2, '0');
  return `#${byte(colour[0])}${byte(colour[1])}${byte(colour[2])}`;
}

/** Between two colours, k from 0 to 1. */
export function mix(a: string, b: string, k: number): string {
  const [x, y] = [rgb(a), rgb(b)];
  return hex([x[0] + (y[0] - x[0]) * k, x[1] + (y[1] - x[1]) * k, x[2] + (y[2] - x[2]) * k]);
}

/** A colour made lighter (k > 1) or darker. */
export function tone(colour: string, k: number): string {
  const [r, g, b] = rgb(colour);
  return hex([r * k, g * k, b * k]);
}

export class Sheet {
  readonly width: number;
  readonly height: number;
  private readonly defs: string[] = [];
  private readonly body: string[] = [];
  private last = 0;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  add(...parts: string[]): void {
    this.body.push(...parts);
  }

  /** Puts a definition on the sheet and answers its `url(#…)`. `make` gets the id. */
  define(make: (id: string) => string): string {
    const id = `d${(this.last += 1)}`;
    this.defs.push(make(id));
    return `url(#${id})`;
  }

  linear(x1: number, y1: number, x2: number, y2: number, stops: readonly Stop[]): string {
    return this.define(
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n1(x1)}" y1="${n1(y1)}" x2="${n1(x2)}" y2="${n1(y2)}">${stopsOf(stops)}</linearGradient>`,
    );
  }

  radial(cx: number, cy: number, r: number, stops: readonly Stop[]): string {
    return this.define(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n1(cx)}" cy="${n1(cy)}" r="${n1(r)}">${stopsOf(stops)}</radialGradient>`,
    );
  }

  blur(deviation: number): string {
    return this.define(
      (id) =>
        `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${n1(deviation)}"/></filter>`,
    );
  }

  clip(path: string): string {
    return this.define((id) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`);
  }

  svg(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}"><defs>${this.defs.join('')}</defs>${this.body.join('\n')}</svg>`;
  }
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, colour, opacity]) =>
        `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('');
}

/** A closed path through points. */
export function closed(points: readonly (readonly [number, number])[]): string {
  return points.length < 3 ? '' : `M${points.map(([x, y]) => `${n1(x)} ${n1(y)}`).join('L')}Z`;
}
