import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';

/** The lot among its neighbours as SVG; null when it is not drawn on the project's plan. */
export async function lotPlan(db: Db, lotId: number): Promise<string | null> {
  const [own] = await db.select().from(lots).where(eq(lots.id, lotId));
  if (!own?.polygon) return null;
  const drawn = await db
    .select({ id: lots.id, name: lots.name, polygon: lots.polygon })
    .from(lots)
    .where(and(eq(lots.projectId, own.projectId), isNotNull(lots.polygon)));
  const xs = own.polygon.map(([x]) => x);
  const ys = own.polygon.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  // The lot and as much ground around it as two of its lengths.
  const room = Math.max(right - left, bottom - top, 1) * 2;
  const box = {
    x: left - room,
    y: top - room,
    width: right - left + 2 * room,
    height: bottom - top + 2 * room,
  };
  const scale = 500 / Math.max(box.width, box.height);
  const at = (value: number, from: number) => ((value - from) * scale).toFixed(1);
  const shapes = drawn
    .filter(({ polygon }) =>
      polygon!.some(([x, y]) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height),
    )
    .map(({ id, name, polygon }) => {
      const mine = id === lotId;
      const points = polygon!.map(([x, y]) => `${at(x, box.x)},${at(y, box.y)}`).join(' ');
      const [cx, cy] = [0, 1].map(
        (axis) => polygon!.reduce((sum, point) => sum + point[axis]!, 0) / polygon!.length,
      ) as [number, number];
      const label = `<text x="${at(cx, box.x)}" y="${at(cy, box.y)}" font-size="${mine ? 13 : 9}" text-anchor="middle" fill="#1d2321">${escapeXml(name)}</text>`;
      return `<polygon points="${points}" fill="${mine ? '#a7d6bf' : '#f6f8f7'}" stroke="${mine ? '#0f573a' : '#8b9791'}" stroke-width="${mine ? 2.5 : 0.8}"/>${label}`;
    });
  const [width, height] = [box.width * scale, box.height * scale].map((size) => size.toFixed(0));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes.join('')}</svg>`;
}

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
