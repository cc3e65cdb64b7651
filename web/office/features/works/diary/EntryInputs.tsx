import { Chip, Group, Input, SimpleGrid } from '@mantine/core';
import {
  ENTRY_PHOTOS,
  SECTION_LABELS,
  SECTIONS,
  STOP_LABELS,
  STOP_REASONS,
} from '#contract/works/diary/model.ts';
import { bound, LongTextField, NumberField, OptionField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { Photos } from '../jobs/Photos.tsx';
import type { EntryFields } from './typed.ts';

const PLACEHOLDERS = {
  trabajo: 'Vaciado de la losa, casa A-07',
  personal: 'Albañiles',
  equipo: 'Retroexcavadora',
  visita: 'Inspector del municipio',
  incidente: 'Qué pasó, a quién y qué se hizo',
  paro: 'Aguacero: se cubrió el cemento',
  nota: 'Lo que haya que recordar',
} as const;
const TEXT_LABELS = {
  trabajo: 'Qué se hizo y dónde',
  personal: 'Cuadrilla u oficio',
  equipo: 'Qué equipo',
  visita: 'Quién vino y qué dijo',
  incidente: 'Qué pasó',
  paro: 'Qué pasó',
  nota: 'Nota',
} as const;

interface EntryInputsProps {
  of: RecordFormOf<typeof EntryFields>;
  contracts: readonly { id: number; nombre: string; contratista: string }[];
  /** Null: photographs are not asked for. */
  photos: readonly File[] | null;
  onPhotos: (photos: File[]) => void;
  /** The section of a stored entry stays. */
  fixed?: boolean;
}

/** The inputs of one entry: each section asks for what it needs. */
export function EntryInputs({ of, contracts, photos, onPhotos, fixed = false }: EntryInputsProps) {
  const section = bound(of, 'seccion');
  const chosen = section.value ?? 'trabajo';
  const counts = chosen === 'personal' || chosen === 'equipo';
  return (
    <>
      {!fixed && (
        <Input.Wrapper label="De qué trata" labelElement="div" error={section.input.error}>
          <Chip.Group value={chosen} onChange={(value) => section.set(value)}>
            <Group gap="xs" mt={4} role="radiogroup" aria-label="De qué trata">
              {SECTIONS.map((name) => (
                <Chip key={name} value={name} size="md">
                  {SECTION_LABELS[name]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )}
      {chosen === 'paro' && (
        <OptionField
          of={of}
          name="motivo"
          label="Motivo"
          size="md"
          required
          nothing="Elige"
          options={STOP_REASONS.map((reason) => ({ value: reason, label: STOP_LABELS[reason] }))}
        />
      )}
      {(counts || chosen === 'paro') && (
        <SimpleGrid cols={chosen === 'equipo' ? 2 : 1}>
          {counts && (
            <NumberField
              of={of}
              name="cantidad"
              label={chosen === 'personal' ? 'Cuántas personas' : 'Cuántos'}
              size="md"
              required={chosen === 'personal'}
              min={1}
              max={5000}
              allowDecimal={false}
              inputMode="numeric"
            />
          )}
          {chosen !== 'personal' && (
            <NumberField
              of={of}
              name="horas"
              label="Horas"
              size="md"
              required={chosen === 'paro'}
              min={0.5}
              max={24}
              step={0.5}
              decimalScale={2}
              inputMode="decimal"
            />
          )}
        </SimpleGrid>
      )}
      <LongTextField
        of={of}
        name="texto"
        label={TEXT_LABELS[chosen]}
        size="md"
        placeholder={PLACEHOLDERS[chosen]}
        maxLength={4000}
        autosize
        minRows={2}
      />
      {contracts.length > 0 && !fixed && (
        <OptionField
          of={of}
          name="contrato_id"
          label="Contrato"
          size="md"
          nothing="De toda la obra"
          options={contracts.map(({ id, nombre, contratista }) => ({
            value: id,
            label: `${nombre} · ${contratista}`,
          }))}
        />
      )}
      {photos && <Photos files={photos} most={ENTRY_PHOTOS.maxCount} error={null} onChange={onPhotos} />}
    </>
  );
}
