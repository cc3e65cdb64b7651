import { Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { listHouseOptions } from '#contract/projects/houses/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listContractsOfHouse } from '#contract/works/contracts/endpoints.ts';
import { issueMaterials, returnMaterials, transferMaterials } from '#contract/works/stock/endpoints.ts';
import { HouseReturnForm, IssueForm, TransferForm } from '#contract/works/stock/model.ts';
import { call, newKey } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { EMPTY_LINE, MaterialLines } from '../materials/MaterialLines.tsx';

interface DrawerProps {
  projectId?: number | undefined;
  onClose: () => void;
}

const Site = z.object({ project_id: z.number() });
const House = z.object({ house_id: z.number() });
const Paper = z.object({ moved_on: z.string(), paper: z.string(), note: z.string() });

function SiteField({ of, label = 'Obra' }: { of: unknown; label?: string }) {
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <OptionField
      of={of as RecordFormOf<typeof Site>}
      name="project_id"
      label={label}
      nothing="Elige la obra"
      options={projects.map(({ id, text }) => ({ value: id, label: text }))}
    />
  );
}

function HouseField({ of, projectId }: { of: unknown; projectId: number | null }) {
  const houses = useOptions({
    ...queryOf(listHouseOptions, { params: { projectId: projectId ?? 0 } }),
    enabled: projectId !== null,
  });
  return (
    <OptionField
      of={of as RecordFormOf<typeof House>}
      name="house_id"
      label="Vivienda"
      nothing="Elige la vivienda"
      options={houses.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function PaperFields({ of, paper }: { of: unknown; paper: string }) {
  const today = useToday();
  const form = of as RecordFormOf<typeof Paper>;
  return (
    <>
      <TextField of={form} name="paper" label={paper} maxLength={60} />
      <DayField of={form} name="moved_on" label="Fecha" maxDate={today} required />
      <TextField of={form} name="note" label="Nota" maxLength={500} />
    </>
  );
}

/** Materials from the store to a house, or to a contractor for it. */
export function IssueDrawer({ projectId, onClose }: DrawerProps) {
  const today = useToday();
  const [clave] = useState(newKey);
  const form = useRecordForm({
    schema: IssueForm.omit({ clave: true }),
    initial: { project_id: projectId ?? null, moved_on: today, lines: [EMPTY_LINE] },
    onChange: (now, before) => ({
      ...(now.project_id !== before.project_id && { house_id: null, contract_id: null }),
      ...(now.house_id !== before.house_id && { contract_id: null }),
    }),
    send: (body, as) => call(issueMaterials, { body: { clave, ...body } }, as),
    success: 'Entrega registrada.',
    onDone: onClose,
  });
  const { project_id, house_id } = form.values;
  const contracts = useOptions({
    ...queryOf(listContractsOfHouse, { params: { projectId: project_id ?? 0, houseId: house_id ?? 0 } }),
    enabled: project_id !== null && house_id !== null,
  });
  return (
    <FormDrawer
      title="Entregar materiales"
      size="lg"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar entrega"
    >
      <SiteField of={form} />
      <HouseField of={form} projectId={project_id} />
      <OptionField
        of={form}
        name="contract_id"
        label="Se descuenta al contratista"
        description="Solo si el contrato dice que él paga sus materiales."
        nothing="No se descuenta"
        options={contracts.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <MaterialLines of={form} />
      <PaperFields of={form} paper="Número del vale" />
    </FormDrawer>
  );
}

/** What a house did not use goes back to the store. */
export function HouseReturnDrawer({ projectId, onClose }: DrawerProps) {
  const today = useToday();
  const [clave] = useState(newKey);
  const form = useRecordForm({
    schema: HouseReturnForm.omit({ clave: true }),
    initial: { project_id: projectId ?? null, moved_on: today, lines: [EMPTY_LINE] },
    onChange: (now, before) => (now.project_id === before.project_id ? {} : { house_id: null }),
    send: (body, as) => call(returnMaterials, { body: { clave, ...body } }, as),
    success: 'Retorno registrado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Retornar al almacén"
      size="lg"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar retorno"
    >
      <Text size="sm">Lo que la vivienda no usó. Nunca más de lo que se le entregó.</Text>
      <SiteField of={form} />
      <HouseField of={form} projectId={form.values.project_id} />
      <MaterialLines of={form} />
      <PaperFields of={form} paper="Número del vale" />
    </FormDrawer>
  );
}

/** From one site to another. */
export function TransferDrawer({ projectId, onClose }: DrawerProps) {
  const today = useToday();
  const [clave] = useState(newKey);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const form = useRecordForm({
    schema: TransferForm.omit({ clave: true }),
    initial: { project_id: projectId ?? null, moved_on: today, lines: [EMPTY_LINE] },
    send: (body, as) => call(transferMaterials, { body: { clave, ...body } }, as),
    success: 'Traslado registrado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Trasladar a otra obra"
      size="lg"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar traslado"
    >
      <SiteField of={form} label="Sale de" />
      <OptionField
        of={form}
        name="to_project_id"
        label="Llega a"
        nothing="Elige la obra"
        options={projects
          .filter(({ id }) => id !== form.values.project_id)
          .map(({ id, text }) => ({ value: id, label: text }))}
      />
      <MaterialLines of={form} />
      <PaperFields of={form} paper="Número de la guía" />
    </FormDrawer>
  );
}
