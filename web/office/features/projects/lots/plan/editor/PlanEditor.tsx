import { LOT_STATE, LOT_TYPE } from '#contract/company/catalogs/states.ts';
import { Button, FileButton, Grid, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useWindowEvent } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp, IconPhotoUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { areaOf, type Point } from '#contract/projects/lots/geometry.ts';
import {
  findPlan,
  savePlan,
  uploadDrawing,
  type Plan,
  type PlanState,
} from '#contract/projects/lots/plan.ts';
import { keyOf, useAction } from '#web/office/lib/query.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { Board, type Tool } from './Board.tsx';
import {
  begin,
  changeOf,
  drawingOf,
  moved,
  nextName,
  numbered,
  redo,
  scaled,
  splitRow,
  step,
  undo,
  type Drawing,
  type Drawn,
} from './drawing.ts';
import { faultsOf } from './faults.ts';
import { LotList } from './LotList.tsx';
import { SaveFaults } from './SaveFaults.tsx';
import { ShapePanel } from './ShapePanel.tsx';

interface PlanEditorProps {
  plan: Plan;
  states: ReadonlyMap<number, PlanState>;
  onClose: () => void;
}

const HELP: Record<Tool, string> = {
  elegir:
    'Toca un lote para elegirlo; arrástralo a él o a sus esquinas. La rueda acerca; el fondo se arrastra.',
  lote: 'Marca las esquinas; termina en la primera o con Enter. Escape deja de trazar.',
  escala: 'Marca dos puntos cuya distancia conoces y escribe cuántos metros hay entre ellos.',
  numerar: 'Traza una línea sobre los lotes en el orden de sus números y termina con Enter.',
};
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const STEP_M = 0.25;
let keys = 0;
const newKey = () => `t${(keys += 1)}`;

/** Traces lots over the project's drawing and saves all changes in one call. */
export function PlanEditor({ plan, states, onClose }: PlanEditorProps) {
  const client = useQueryClient();
  // The plan as opened. If others change it meanwhile, saving reports a conflict.
  const [opened, setOpened] = useState(plan);
  const [before, setBefore] = useState(() => drawingOf(plan));
  const [history, setHistory] = useState(() => begin(before));
  const [fondo, setFondo] = useState(plan.fondo);
  const [tool, setTool] = useState<Tool>('elegir');
  const [sketch, setSketch] = useState<readonly Point[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [block, setBlock] = useState('A');
  const [first, setFirst] = useState<number | string>(1);
  const [metres, setMetres] = useState<number | string>('');
  const [note, setNote] = useState<string | null>(null);
  const { now } = history;
  const dirty = now !== before;
  const edit = (next: Drawing) => setHistory((all) => step(all, next));
  const lot = now.lots.find(({ key }) => key === chosen);
  const faults = useMemo(() => faultsOf(now), [now]);
  const bad = useMemo(() => new Set(faults.flatMap(({ keys: found }) => found)), [faults]);

  useBlocker({
    shouldBlockFn: async () =>
      dirty &&
      !(await askConfirm({
        title: '¿Salir sin guardar el plano?',
        text: 'Lo trazado desde la última vez se pierde.',
        confirm: 'Salir sin guardar',
        danger: true,
      })),
    enableBeforeUnload: () => dirty,
  });
  const save = useAction(savePlan, {
    success: ({ success }) => success,
    inline: true,
  });
  const upload = useAction(uploadDrawing);

  const put = (changed: Drawn) =>
    edit({ ...now, lots: now.lots.map((one) => (one.key === changed.key ? changed : one)) });
  const add = (made: readonly Drawn[]) => edit({ ...now, lots: [...now.lots, ...made] });
  const whyKept = (one: Drawn) => {
    const state = one.id === null ? undefined : states.get(one.id)?.e;
    return state !== undefined && state !== LOT_STATE.available && state !== LOT_STATE.unavailable
      ? 'Está tomado por una venta: no se puede borrar.'
      : null;
  };
  const remove = (one: Drawn) => {
    if (whyKept(one)) return;
    edit({ ...now, lots: now.lots.filter(({ key }) => key !== one.key) });
    setChosen(null);
  };

  function finish(points: Point[]) {
    setSketch([]);
    if (tool === 'lote' && points.length >= 3) {
      const made: Drawn = {
        key: newKey(),
        id: null,
        version: null,
        name: nextName(now.lots, block.toUpperCase() || 'A'),
        type_id: LOT_TYPE.regular,
        area_m2: Math.max(1, Math.round(areaOf(points) * 100) / 100),
        points,
      };
      add([made]);
      setChosen(made.key);
    } else if (tool === 'numerar' && points.length >= 2) {
      const { drawing, count, clash } = numbered(now, points, {
        block: block || 'A',
        first: Number(first) || 1,
      });
      setNote(
        count === 0
          ? 'La línea no pasa por ningún lote.'
          : clash
            ? `Se numeraron ${count} lotes, pero ya había un ${clash}: cambia uno de los dos.`
            : `Se numeraron ${count} lotes.`,
      );
      if (count > 0) edit(drawing);
    } else if (tool === 'escala' && points.length === 2) setSketch(points);
  }
  function calibrate() {
    const [a, b] = sketch;
    if (!a || !b || !(Number(metres) > 0)) return;
    edit(scaled(now, Number(metres) / Math.hypot(a[0] - b[0], a[1] - b[1])));
    setSketch([]);
    setTool('elegir');
    setNote('Escala puesta: todo lo trazado quedó en metros.');
  }
  function split(one: Drawn, parts: number) {
    const pieces = one.points && splitRow(one.points, parts);
    if (!pieces) return;
    const rest = now.lots.filter(({ key }) => key !== one.key);
    const made: Drawn[] = [];
    for (const points of pieces)
      made.push({
        ...one,
        key: newKey(),
        name: nextName([...rest, ...made], one.name.split('-')[0] ?? 'A'),
        area_m2: Math.round(areaOf(points) * 100) / 100,
        points,
      });
    edit({ ...now, lots: [...rest, ...made] });
    setChosen(made[0]?.key ?? null);
  }
  function duplicate(one: Drawn) {
    if (!one.points) return;
    const xs = one.points.map(([x]) => x);
    const wide = Math.max(...xs) - Math.min(...xs);
    const made = {
      ...one,
      key: newKey(),
      id: null,
      version: null,
      name: nextName(now.lots, one.name.split('-')[0] ?? 'A'),
      points: moved(one.points, wide, 0),
    };
    add([made]);
    setChosen(made.key);
  }
  async function bring(file: File | null) {
    if (!file) return;
    const form = new FormData();
    form.set('proyecto_id', String(opened.project.id));
    form.set('archivo', file);
    const { data } = await upload.mutateAsync({ body: form });
    setFondo(data.url);
    const { width } = now.size;
    edit({ ...now, dibujo: data.dibujo, size: { width, height: (width * data.height) / data.width } });
    setTool('escala');
    setNote('Dibujo puesto. Ahora marca la escala: dos puntos y los metros entre ellos.');
  }
  function press(event: KeyboardEvent) {
    if (event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]'))
      return;
    const arrow = ARROWS[event.key];
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z')
      setHistory(event.shiftKey ? redo : undo);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'y') setHistory(redo);
    else if (event.key === 'Escape') setSketch([]);
    else if (event.key === 'Enter' && sketch.length >= 2) finish([...sketch]);
    else if (event.key === 'Delete' && lot) remove(lot);
    else if (arrow && lot?.points) {
      const far = event.shiftKey ? STEP_M * 20 : STEP_M;
      put({ ...lot, points: moved(lot.points, arrow[0] * far, arrow[1] * far) });
    } else return;
    event.preventDefault();
  }
  // On the window, because the board cannot have focus. Keys in a field do not count.
  useWindowEvent('keydown', press);

  function reopen(fresh: Plan) {
    const drawing = drawingOf(fresh);
    setOpened(fresh);
    setBefore(drawing);
    setHistory(begin(drawing));
    setFondo(fresh.fondo);
    save.reset();
  }
  async function reload() {
    await client.invalidateQueries({ queryKey: keyOf(findPlan) });
    const fresh = client.getQueryData<{ data: Plan }>([
      findPlan.path,
      { query: { proyecto_id: opened.project.id } },
    ]);
    if (fresh) reopen(fresh.data);
  }

  return (
    <>
      <PageHeader
        title={`Trazar lotes · ${opened.project.name}`}
        count={null}
        actions={
          <>
            <Button variant="default" onClick={onClose}>
              Cerrar
            </Button>
            <Button
              loading={save.isPending}
              disabled={!dirty}
              onClick={() =>
                save.mutate(
                  { body: changeOf(opened, before, now) },
                  { onSuccess: ({ data }) => reopen(data) },
                )
              }
            >
              Guardar plano
            </Button>
          </>
        }
      />
      <Group gap="sm" mb="sm" align="flex-end">
        <SegmentedControl
          aria-label="Herramienta"
          data={[
            { value: 'elegir', label: 'Elegir' },
            { value: 'lote', label: 'Trazar lote' },
            { value: 'numerar', label: 'Numerar' },
            { value: 'escala', label: 'Escala' },
          ]}
          value={tool}
          onChange={(value) => {
            setTool(value);
            setSketch([]);
          }}
        />
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={history.past.length === 0}
          onClick={() => setHistory(undo)}
        >
          Deshacer
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowForwardUp size={16} aria-hidden />}
          disabled={history.future.length === 0}
          onClick={() => setHistory(redo)}
        >
          Rehacer
        </Button>
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          onChange={(file) => void bring(file)}
        >
          {(given) => (
            <Button
              {...given}
              variant="default"
              loading={upload.isPending}
              leftSection={<IconPhotoUp size={16} aria-hidden />}
            >
              Subir dibujo
            </Button>
          )}
        </FileButton>
        {(tool === 'lote' || tool === 'numerar') && (
          <TextInput
            label="Manzana"
            w={90}
            maxLength={3}
            value={block}
            onChange={({ currentTarget }) => setBlock(currentTarget.value.toUpperCase())}
          />
        )}
        {tool === 'numerar' && (
          <NumberField label="Desde el" w={90} min={1} max={999} value={first} onChange={setFirst} />
        )}
        {tool === 'escala' && sketch.length === 2 && (
          <>
            <NumberField
              label="Metros entre los dos puntos"
              w={200}
              min={0.1}
              value={metres}
              onChange={setMetres}
            />
            <Button onClick={calibrate}>Poner escala</Button>
          </>
        )}
      </Group>
      <Text component="output" display="block" size="sm" c="dimmed" mb="xs">
        {note ?? HELP[tool]} Plano de {Math.round(now.size.width)} × {Math.round(now.size.height)} m.
      </Text>
      <SaveFaults error={save.error} faults={faults} onReload={() => void reload()} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 9 }}>
          <Board
            drawing={now}
            fondo={fondo}
            tool={tool}
            chosen={chosen}
            bad={bad}
            sketch={sketch}
            onSketch={setSketch}
            onFinish={finish}
            onChoose={setChosen}
            onShape={(key, points) => {
              const one = now.lots.find((all) => all.key === key);
              if (one) put({ ...one, points });
            }}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 3 }}>
          <Stack gap="md">
            {lot && (
              <ShapePanel
                key={`${lot.key} ${JSON.stringify(lot.points)}`}
                lot={lot}
                whyKept={whyKept(lot)}
                onChange={put}
                onRemove={() => remove(lot)}
                onDuplicate={() => duplicate(lot)}
                onSplit={(parts) => split(lot, parts)}
              />
            )}
            <LotList
              lots={now.lots}
              chosen={chosen}
              onChoose={(key) => {
                setChosen(key);
                setTool('elegir');
              }}
            />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}
