import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useState } from 'react';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import { areaOf, type Point, type Polygon } from '#contract/projects/lots/geometry.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import type { Drawn } from './drawing.ts';

interface ShapePanelProps {
  lot: Drawn;
  /** Why the lot cannot be removed; null if it can. */
  whyKept: string | null;
  onChange: (lot: Drawn) => void;
  onRemove: () => void;
  onDuplicate: () => void;
  onSplit: (parts: number) => void;
}

const textOf = (points: Polygon | null) =>
  (points ?? []).map(([x, y]) => `${x.toFixed(2)}, ${y.toFixed(2)}`).join('\n');

/** Parses typed corners, one per line; null if a line is invalid. */
function pointsOf(text: string): Polygon | null {
  const points = text
    .split('\n')
    .filter((line) => line.trim())
    .map((line): Point => {
      const [x = NaN, y = NaN] = line
        .split(/[,;\s]+/)
        .filter(Boolean)
        .map(Number);
      return [x, y];
    });
  return points.length >= 3 && points.flat().every(Number.isFinite) ? points : null;
}

/** The selected lot: name, type and area, and its corners in metres, which can also be typed. */
export function ShapePanel({ lot, whyKept, onChange, onRemove, onDuplicate, onSplit }: ShapePanelProps) {
  const types = useOptions(queryOf(lotTypes.list));
  const [parts, setParts] = useState<number | string>(6);
  const [corners, setCorners] = useState(textOf(lot.points));
  const [fault, setFault] = useState<string | null>(null);
  const measured = lot.points ? areaOf(lot.points) : null;
  const off = measured !== null && Math.abs(measured - lot.area_m2) > Math.max(1, lot.area_m2 * 0.02);
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        Lote {lot.name}
      </Title>
      <TextInput
        label="Nombre"
        value={lot.name}
        maxLength={8}
        onChange={({ currentTarget }) => onChange({ ...lot, name: currentTarget.value.toUpperCase() })}
      />
      <NativeSelect
        label="Tipo"
        data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(lot.type_id)}
        onChange={({ currentTarget }) => onChange({ ...lot, type_id: Number(currentTarget.value) })}
      />
      <NumberField
        label="Área (m²)"
        decimalScale={2}
        min={1}
        max={100_000}
        value={lot.area_m2}
        onChange={(value) => typeof value === 'number' && value > 0 && onChange({ ...lot, area_m2: value })}
      />
      {measured !== null && (
        <Group gap="xs" justify="space-between">
          <Text size="sm" {...(off && { c: 'red' })}>
            El trazo mide <span className="figures">{measured.toFixed(2)}</span> m²
          </Text>
          {off && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => onChange({ ...lot, area_m2: Math.round(measured * 100) / 100 })}
            >
              Usar esa área
            </Button>
          )}
        </Group>
      )}
      <Textarea
        label="Esquinas en metros (x, y), una por línea"
        autosize
        minRows={4}
        maxRows={8}
        value={corners}
        error={fault}
        onChange={({ currentTarget }) => setCorners(currentTarget.value)}
        onBlur={() => {
          if (corners === textOf(lot.points)) return;
          const points = pointsOf(corners);
          setFault(points ? null : 'Escribe al menos tres esquinas, como 12.50, 30.00.');
          if (points) onChange({ ...lot, points });
        }}
      />
      <Group gap="xs" align="flex-end">
        <NumberField
          label="Dividir en"
          w={90}
          min={2}
          max={60}
          allowDecimal={false}
          value={parts}
          onChange={setParts}
        />
        <Button
          variant="default"
          size="sm"
          disabled={lot.points?.length !== 4 || lot.id !== null}
          title={
            lot.id !== null
              ? 'Se dividen filas recién trazadas, no lotes que ya existen.'
              : 'Necesita cuatro esquinas.'
          }
          onClick={() => onSplit(Number(parts) || 2)}
        >
          Dividir fila
        </Button>
        <Button variant="default" size="sm" disabled={!lot.points} onClick={onDuplicate}>
          Duplicar
        </Button>
      </Group>
      <Group gap="xs">
        {lot.id !== null && lot.points && (
          <Button variant="default" size="xs" onClick={() => onChange({ ...lot, points: null })}>
            Quitar solo el trazo
          </Button>
        )}
        <Button
          variant="light"
          color="red"
          size="xs"
          disabled={whyKept !== null}
          title={whyKept ?? undefined}
          onClick={onRemove}
        >
          Borrar lote
        </Button>
      </Group>
      {whyKept && (
        <Text size="xs" c="dimmed">
          {whyKept}
        </Text>
      )}
    </Stack>
  );
}
