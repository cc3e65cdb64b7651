import { changePunch, getPunch } from '#contract/care/handover/endpoints.ts';
import { PunchChange, type PunchItem } from '#contract/care/handover/model.ts';
import { SEVERITIES } from '#contract/care/handover/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { DayField, LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

type Of = Pick<PunchItem, 'id' | 'version' | 'severity' | 'text' | 'contract' | 'due_on' | 'contracts'>;
const Fields = PunchChange.omit({ version: true });

const valuesOf = (one: Of) => ({
  gravedad: one.severity,
  texto: one.text,
  contrato_id: one.contract?.id ?? null,
  vence: one.due_on,
  version: one.version,
});

/** Changes an open item: what it says, its day, and the contract that answers for it. */
export function EditPunchDrawer({ item, onClose }: { item: Of; onClose: () => void }) {
  const params = { id: item.id };
  const form = useRecordForm({
    schema: Fields,
    initial: valuesOf(item),
    reread: async () => valuesOf((await call(getPunch, { params })).data),
    send: (body, as, version) =>
      call(changePunch, { params, body: { ...body, version: version ?? item.version } }, as),
    success: 'Pendiente guardado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Editar pendiente"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar pendiente"
    >
      <LongTextField of={form} name="texto" label="Qué se observó" maxLength={500} />
      <OptionField
        of={form}
        name="gravedad"
        label="Gravedad"
        options={Object.entries(SEVERITIES).map(([value, label]) => ({ value, label }))}
      />
      <OptionField
        of={form}
        name="contrato_id"
        label="Contrato que responde"
        nothing="Ninguno"
        options={item.contracts.map(({ id, name, contractor }) => ({
          value: id,
          label: `${contractor} · ${name}`,
        }))}
      />
      <DayField of={form} name="vence" label="Vence" />
    </FormDrawer>
  );
}
