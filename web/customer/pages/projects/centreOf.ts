/** Middle of the box around a lot's corners "x,y x,y …", and the box's width. */
export function centreOf(points: string): { x: number; y: number; width: number } {
  const corners = points.split(' ').map((corner) => corner.split(',').map(Number));
  const xs = corners.map(([x = 0]) => x);
  const ys = corners.map(([, y = 0]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left };
}
