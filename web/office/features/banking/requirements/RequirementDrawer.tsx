import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { listPaperTypes } from '#contract/sales/documents/endpoints.ts';
import {
  addRequirement,
  changeRequirement,
  listRequirements,
  NATIONALITIES,
  RequirementForm,
  type Requirement,
} from '#contract/banking/requirements/requirements.ts';
import { SECTORS } from '#contract/sales/sale/values.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { CheckField, DayField, NumberField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const valuesOf = (one: Requirement) => ({
  banco_id: one.bank?.id ?? null,
  sector: one.sector,
  nacionalidad: one.nationality,
  tipo_id: one.type.id,
  etiqueta: one.label,
  obligatorio: one.required,
  dias_maximo: one.max_age_days,
  orden: one.position,
  desde: one.valid_from,
  hasta: one.valid_to,
  version: one.version,
});

interface RequirementDrawerProps {
  requirement: Requirement | null;
  bankId: number | undefined;
  onClose: () => void;
}

/** The form of a bank's required document: whose it is, its maximum age and its validity. */
export function RequirementDrawer({ requirement: one, bankId, onClose }: RequirementDrawerProps) {
  const today = useToday();
  const list = useOptions(queryOf(banks.list, {}));
  const types = useOptions(queryOf(listPaperTypes));
  const form = useRecordForm({
    schema: RequirementForm,
    initial: one ? valuesOf(one) : { banco_id: bankId ?? null, obligatorio: true, orden: 100, desde: today },
    check: ({ tipo_id }) => ({ tipo_id: tipo_id === null ? 'Elige el documento.' : null }),
    reread: one
      ? async () => {
          const { data } = await call(listRequirements, { query: { historia: '1' } });
          return valuesOf(data.find(({ id }) => id === one.id) ?? one);
        }
      : undefined,
    send: (body, as, version) =>
      one
        ? call(changeRequirement, { params: { id: one.id }, body: { ...body, version } }, as)
        : call(addRequirement, { body }, as),
    success: 'Requisito guardado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={one ? 'Requisito bancario' : 'Nuevo requisito'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar requisito"
    >
      <OptionField
        of={form}
        name="tipo_id"
        label="Documento"
        nothing="Elige el documento"
        options={types.map(({ id, label }) => ({ value: id, label }))}
      />
      <TextField
        of={form}
        name="etiqueta"
        label="Cómo lo llama el banco"
        description="Vacío: el nombre del documento."
        maxLength={80}
      />
      <OptionField
        of={form}
        name="banco_id"
        label="Banco"
        nothing="Todos los bancos"
        options={list.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      />
      <OptionField
        of={form}
        name="sector"
        label="Sector"
        nothing="Todos"
        options={SECTORS.map((value) => ({ value, label: value }))}
      />
      <OptionField
        of={form}
        name="nacionalidad"
        label="Nacionalidad"
        nothing="Todas"
        options={Object.entries(NATIONALITIES).map(([value, label]) => ({ value, label }))}
      />
      <CheckField of={form} name="obligatorio" label="Obligatorio para enviar" />
      <NumberField
        of={form}
        name="dias_maximo"
        label="Antigüedad máxima (días)"
        description="Desde su emisión. Vacío: la vigencia propia del documento."
        min={1}
        max={3650}
        hideControls
      />
      <NumberField of={form} name="orden" label="Orden en el expediente" min={0} max={999} hideControls />
      <DayField of={form} name="desde" label="Vale desde" />
      <DayField of={form} name="hasta" label="Último día" />
    </FormDrawer>
  );
}
