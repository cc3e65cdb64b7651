import { LOST_REASONS } from '#contract/works/schedule/calendar.ts';
import { addStop } from '#contract/works/schedule/endpoints.ts';
import { StopForm } from '#contract/works/schedule/model.ts';
import { call } from '#web/office/lib/call.ts';
import { DayField, LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Asked = StopForm.omit({ proyecto_id: true });

interface StopDrawerProps {
  project: { id: number; name: string };
  contracts: readonly { id: number; name: string; reference: string }[];
  houses: readonly { id: number; name: string }[];
  today: string;
  onClose: () => void;
}

/** Days that a project, a contract or a house loses, with the reason. */
export function StopDrawer({ project, contracts, houses, today, onClose }: StopDrawerProps) {
  const form = useRecordForm({
    schema: Asked,
    initial: {
      contrato_id: null,
      vivienda_id: null,
      razon: 'lluvia' as const,
      desde: today,
      hasta: today,
      motivo: '',
    },
    send: (body, as) => call(addStop, { body: { ...body, proyecto_id: project.id } }, as),
    success: 'Días perdidos anotados. El cronograma ya los cuenta.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Días perdidos · ${project.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Anotar"
    >
      <OptionField
        of={form}
        name="razon"
        label="Qué pasó"
        description="La lluvia detiene lo que va al aire libre; un paro, todo; un permiso, lo que no ha empezado."
        options={Object.entries(LOST_REASONS).map(([value, label]) => ({ value, label }))}
      />
      <OptionField
        of={form}
        name="contrato_id"
        label="Contrato"
        nothing="Todo el proyecto"
        options={contracts.map(({ id, name, reference }) => ({ value: id, label: `${reference} · ${name}` }))}
      />
      <OptionField
        of={form}
        name="vivienda_id"
        label="Vivienda"
        nothing="Todas"
        options={houses.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <DayField of={form} name="desde" label="Desde" />
      <DayField of={form} name="hasta" label="Hasta, incluido" />
      <LongTextField of={form} name="motivo" label="Motivo" maxLength={500} />
    </FormDrawer>
  );
}
