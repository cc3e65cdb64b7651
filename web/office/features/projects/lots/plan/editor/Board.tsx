import { useRef, useState, type PointerEvent, type WheelEvent } from 'react';
import { centreOf, type Point, type Polygon } from '#contract/projects/lots/geometry.ts';
import styles from '../Plan.module.css';
import { moved, snap, type Drawn, type Drawing } from './drawing.ts';

export type Tool = 'elegir' | 'lote' | 'escala' | 'numerar';

interface BoardProps {
  drawing: Drawing;
  fondo: string | null;
  tool: Tool;
  chosen: string | null;
  bad: ReadonlySet<string>;
  /** The corners of the line in progress. */
  sketch: readonly Point[];
  onSketch: (points: Point[]) => void;
  /** The sketch is complete: a click on its first corner or a second click on the last one. */
  onFinish: (points: Point[]) => void;
  onChoose: (key: string | null) => void;
  onShape: (key: string, points: Polygon) => void;
}

interface Frame {
  x: number;
  y: number;
  width: number;
}
type Drag =
  | { kind: 'view'; from: Point; frame: Frame }
  | { kind: 'shape'; key: string; from: Point; points: Polygon }
  | { kind: 'corner'; key: string; at: number; points: Polygon };

const SNAP_PX = 9;

/** The drawing board. New points snap to existing corners, sides and axes. */
export function Board(props: BoardProps) {
  const { drawing, fondo, tool, chosen, bad, sketch } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [frame, setFrame] = useState<Frame>({ x: 0, y: 0, width: drawing.size.width });
  const [drag, setDrag] = useState<Drag | null>(null);
  const [preview, setPreview] = useState<Polygon | null>(null);
  const [pointer, setPointer] = useState<Point | null>(null);
  const height = (frame.width * drawing.size.height) / drawing.size.width;
  const perPixel = () => frame.width / Math.max(1, svg.current?.clientWidth ?? 1000);

  const worldOf = (event: { clientX: number; clientY: number }): Point => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    if (!matrix) return [0, 0];
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [x, y];
  };
  const others = (key: string | null) =>
    drawing.lots.flatMap((lot) => (lot.points && lot.key !== key ? [lot.points] : []));
  const snapped = (point: Point, key: string | null, from?: Point) =>
    snap(point, others(key), { reach: SNAP_PX * perPixel(), from });

  function down(event: PointerEvent<SVGSVGElement>) {
    if (!(event.target instanceof Element) || event.button > 1) return;
    const at = worldOf(event);
    const corner = event.target.getAttribute('data-corner');
    const key = event.target.closest('[data-lot]')?.getAttribute('data-lot') ?? null;
    const lot = drawing.lots.find((one) => one.key === key);
    event.currentTarget.setPointerCapture(event.pointerId);
    if (tool !== 'elegir' && event.button === 0) return;
    if (corner !== null && lot?.points)
      setDrag({ kind: 'corner', key: lot.key, at: Number(corner), points: lot.points });
    else if (lot?.points && lot.key === chosen)
      setDrag({ kind: 'shape', key: lot.key, from: at, points: lot.points });
    else {
      if (tool === 'elegir') props.onChoose(lot?.key ?? null);
      setDrag({ kind: 'view', from: at, frame });
    }
  }
  function move(event: PointerEvent<SVGSVGElement>) {
    const at = worldOf(event);
    setPointer(tool === 'elegir' ? null : snapped(at, null, sketch.at(-1)));
    if (!drag) return;
    if (drag.kind === 'view')
      setFrame((now) => ({ ...now, x: now.x - (at[0] - drag.from[0]), y: now.y - (at[1] - drag.from[1]) }));
    else if (drag.kind === 'corner') {
      const to = snapped(at, drag.key, drag.points.at(drag.at - 1));
      setPreview(drag.points.map((point, i) => (i === drag.at ? to : point)));
    } else {
      const plain = moved(drag.points, at[0] - drag.from[0], at[1] - drag.from[1]);
      // The corner closest to a snap target moves the whole shape.
      const pulls = plain
        .map((point) => ({ point, to: snapped(point, drag.key) }))
        .filter(({ point, to }) => point !== to)
        .map(({ point, to }) => [to[0] - point[0], to[1] - point[1]] as const)
        .toSorted((a, b) => Math.hypot(...a) - Math.hypot(...b));
      const [dx, dy] = pulls[0] ?? [0, 0];
      setPreview(moved(plain, dx, dy));
    }
  }
  function up(event: PointerEvent<SVGSVGElement>) {
    if (drag && drag.kind !== 'view' && preview) props.onShape(drag.key, preview);
    setDrag(null);
    setPreview(null);
    if (drag || tool === 'elegir' || event.button !== 0) return;
    const at = snapped(worldOf(event), null, sketch.at(-1));
    const [first] = sketch;
    const close = (point: Point | undefined) =>
      point !== undefined && Math.hypot(point[0] - at[0], point[1] - at[1]) < SNAP_PX * perPixel();
    if (tool === 'escala' && sketch.length === 1) props.onFinish([...sketch, at]);
    else if (tool === 'lote' && sketch.length >= 3 && close(first)) props.onFinish([...sketch]);
    else if (sketch.length >= 2 && close(sketch.at(-1))) props.onFinish([...sketch]);
    else props.onSketch([...sketch, at]);
  }
  function wheel(event: WheelEvent<SVGSVGElement>) {
    const [x, y] = worldOf(event);
    const factor = Math.exp(event.deltaY * 0.0015);
    setFrame((now) => {
      const width = Math.min(drawing.size.width * 2, Math.max(drawing.size.width / 60, now.width * factor));
      const share = width / now.width;
      return { width, x: x - (x - now.x) * share, y: y - (y - now.y) * share };
    });
  }

  const size = Math.max(1, frame.width / 90);
  const line = pointer && sketch.length > 0 ? [...sketch, pointer] : sketch;
  return (
    <div className={styles.editor}>
      <svg
        ref={svg}
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${height}`}
        role="img"
        aria-label="Mesa de trazado. Con teclado: elige un lote en la lista y cambia sus esquinas en el panel."
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onWheel={wheel}
        style={{ cursor: tool === 'elegir' ? 'default' : 'crosshair' }}
      >
        <rect width={drawing.size.width} height={drawing.size.height} fill="var(--surface)" />
        {fondo && (
          <image
            href={fondo}
            width={drawing.size.width}
            height={drawing.size.height}
            preserveAspectRatio="none"
          />
        )}
        {drawing.lots.map((lot) => (
          <Shape
            key={lot.key}
            lot={lot}
            points={preview && drag && drag.kind !== 'view' && drag.key === lot.key ? preview : lot.points}
            look={`${styles.shape} ${bad.has(lot.key) ? styles.bad : ''} ${lot.key === chosen ? styles.chosen : ''}`}
            size={size}
            corners={lot.key === chosen && tool === 'elegir'}
          />
        ))}
        {line.length > 0 && (
          <polyline className={styles.sketch} points={line.map((point) => point.join(',')).join(' ')} />
        )}
        {sketch.map(([x, y]) => (
          <circle key={`${x} ${y}`} className={styles.corner} cx={x} cy={y} r={size / 3} />
        ))}
      </svg>
    </div>
  );
}

function Shape({
  lot,
  points,
  look,
  size,
  corners,
}: {
  lot: Drawn;
  points: Polygon | null;
  look: string;
  size: number;
  corners: boolean;
}) {
  if (!points) return null;
  const [x, y] = centreOf(points);
  return (
    <g data-lot={lot.key}>
      <polygon className={look} points={points.map((point) => point.join(',')).join(' ')} />
      <text x={x} y={y} fontSize={size}>
        {lot.name}
      </text>
      {corners &&
        points.map(([cx, cy], at) => (
          <circle
            // oxlint-disable-next-line react/no-array-index-key -- a corner is its place in the polygon
            key={at}
            data-corner={at}
            className={styles.corner}
            cx={cx}
            cy={cy}
            r={size / 2.5}
          />
        ))}
    </g>
  );
}
