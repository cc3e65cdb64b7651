type Point = readonly [x: number, y: number];

/** Maximum letter height in plan metres. */
const LARGEST = 4;

/** Position and letter height of a lot's label, so that it fits inside. `points`: corners as "x,y x,y …". */
export function centreOf(points: string): { x: number; y: number; size: number } {
  const corners = points.split(' ').map((corner): Point => {
    const [x = 0, y = 0] = corner.split(',').map(Number);
    return [x, y];
  });
  const edges = corners.map((from, at): [Point, Point] => [from, corners[(at + 1) % corners.length]!]);
  let [twice, x, y] = [0, 0, 0];
  for (const [[ax, ay], [bx, by]] of edges) {
    const cross = ax * by - bx * ay;
    twice += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  if (twice === 0) return { x: corners[0]![0], y: corners[0]![1], size: 1 };
  const centre: Point = [x / (3 * twice), y / (3 * twice)];
  // Four letters are about 2.5 times as wide as high.
  const room = Math.min(...edges.map(([from, to]) => distance(centre, from, to)));
  return { x: centre[0], y: centre[1], size: Math.min(room * 0.62, LARGEST) };
}

/** Distance from a point to the segment between two corners. */
function distance([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - ax - along * dx, py - ay - along * dy);
}
