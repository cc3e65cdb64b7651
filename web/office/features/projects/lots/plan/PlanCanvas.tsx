import { ActionIcon, Group, useComputedColorScheme } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import type { Plan, PlanState } from '#contract/projects/lots/plan.ts';
import { singleKeysOn } from '#web/office/lib/singleKeys.ts';
import { loadBackdrop } from './backdrop.ts';
import type { PlanLayer } from './layers.ts';
import { lookOf } from './look.ts';
import styles from './Plan.module.css';
import { makeScene } from './scene.ts';
import { openStage, type Stage } from './stage.ts';

interface PlanCanvasProps {
  plan: Plan;
  states: ReadonlyMap<number, PlanState>;
  layer: PlanLayer;
  only: ReadonlySet<number>;
  selectedId: number | null;
  onSelect: (id: number | null) => void;
  /** Enter on the selected lot. */
  onOpen: (id: number) => void;
  /** A lot as one sentence, for screen readers. */
  sentenceOf: (id: number) => string;
  ref?: Ref<{ centre: (id: number) => void }>;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const STEP_PX = 80;

/** The plan, read only: moved by pointer, wheel, two fingers and keys. The list of lots has the same data as text. */
export function PlanCanvas(props: PlanCanvasProps) {
  const { plan, states, layer, only, selectedId, onSelect, onOpen, sentenceOf, ref } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage>(null);
  const heard = useRef(props);
  const [hover, setHover] = useState<{ id: number; x: number; y: number } | null>(null);
  const dark = useComputedColorScheme('light') === 'dark';
  const lots = useMemo(() => new Map(plan.lots.map((lot) => [lot.id, lot])), [plan.lots]);
  const scene = useMemo(
    () =>
      makeScene(plan.lots.flatMap(({ id, lote, points }) => (points ? [{ id, name: lote, points }] : []))),
    [plan.lots],
  );
  useEffect(() => {
    heard.current = props;
  });
  useEffect(() => {
    if (!canvas.current) return undefined;
    const opened = openStage(canvas.current, {
      onTap: (id) => heard.current.onSelect(id),
      onHover: (id, at) =>
        setHover((before) => (id === null ? null : before?.id === id ? before : { id, ...at })),
    });
    stage.current = opened;
    return () => opened.close();
  }, []);
  const { width, height } = plan.size ?? { width: 100, height: 100 };
  useEffect(() => stage.current?.fit({ width, height }), [width, height]);
  useEffect(() => stage.current?.show({ scene }), [scene]);
  useEffect(() => stage.current?.show({ selectedId }), [selectedId]);
  useEffect(
    () => stage.current?.show({ look: lookOf(layer, { lots, states, only, dark }) }),
    [layer, lots, states, only, dark],
  );
  useEffect(() => {
    let wanted = true;
    stage.current?.show({ backdrop: null });
    if (plan.fondo)
      void loadBackdrop(plan.fondo, { width, height }).then((backdrop) => {
        if (wanted) stage.current?.show({ backdrop });
      });
    return () => {
      wanted = false;
    };
  }, [plan.fondo, width, height]);
  useImperativeHandle(ref, () => ({ centre: (id) => stage.current?.centre(id) }), []);

  function press(event: KeyboardEvent) {
    const arrow = ARROWS[event.key];
    const { current } = stage;
    if (!current) return;
    if (arrow && event.shiftKey) current.pan(-arrow[0] * STEP_PX, -arrow[1] * STEP_PX);
    else if (arrow) {
      const next = selectedId === null ? scene.placed[0] : scene.neighbour(selectedId, arrow);
      if (next) {
        onSelect(next.id);
        current.reveal(next.id);
      }
    } else if (event.key === 'Enter' && selectedId !== null) onOpen(selectedId);
    else if (event.key === 'Escape' && selectedId !== null) onSelect(null);
    else if (event.key.length === 1 && !singleKeysOn()) return;
    else if (event.key === '+' || event.key === '-') {
      current.zoom(event.key === '+' ? 1.3 : 1 / 1.3);
      if (selectedId !== null) current.reveal(selectedId);
    } else if (event.key === '0') current.fit();
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.stage}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application of its own: arrows go from lot to lot */}
      <div
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        className={styles.keys}
        aria-label={`Plano de ${plan.project.name}. Flechas: lote vecino. Enter: abrir. Más y menos: acercar y alejar. Cero: ver todo.`}
        onKeyDown={press}
      >
        <canvas ref={canvas} className={styles.canvas} aria-hidden />
      </div>
      <p className="sr-only" aria-live="polite">
        {selectedId !== null && sentenceOf(selectedId)}
      </p>
      {hover && hover.id !== selectedId && (
        <div className={styles.hover} style={{ left: hover.x, top: hover.y }} aria-hidden>
          {sentenceOf(hover.id)}
        </div>
      )}
      <Group gap={4} className={styles.tools}>
        <ActionIcon variant="default" size="lg" aria-label="Acercar" onClick={() => stage.current?.zoom(1.4)}>
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Alejar"
          onClick={() => stage.current?.zoom(1 / 1.4)}
        >
          <IconMinus size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Ver todo el plano"
          onClick={() => stage.current?.fit()}
        >
          <IconFocusCentered size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  );
}
