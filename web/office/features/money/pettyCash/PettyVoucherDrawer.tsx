import { z } from 'zod';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { IsoDate } from '#contract/dates.ts';
import { Cents } from '#contract/money.ts';
import { addVoucher, VOUCHER_PHOTO } from '#contract/money/pettyCash/endpoints.ts';
import { VoucherForm, type Fund } from '#contract/money/pettyCash/model.ts';
import { listHouseOptions } from '#contract/projects/houses/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { upload } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import {
  DayField,
  FileField,
  MoneyField,
  OptionField,
  SearchField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const { supplier, ruc, dv, paper, concept } = VoucherForm.shape;
const Form = z.object({
  spent_on: IsoDate,
  supplier,
  ruc,
  dv,
  paper,
  concept,
  cents: Cents.min(1, { error: 'El monto debe ser mayor que cero.' }),
  itbms_centavos: Cents.min(0).default(0),
  account_id: z.number({ error: 'Elige la cuenta contable.' }).int(),
  project_id: z.number().int().nullable().default(null),
  house_id: z.number().int().nullable().default(null),
  foto: z.file({ error: 'Agrega la foto del comprobante.' }),
});

interface VoucherDrawerProps {
  fund: Pick<Fund, 'id' | 'project'>;
  onClose: () => void;
}

/** What was bought with petty cash. */
export function PettyVoucherDrawer({ fund, onClose }: VoucherDrawerProps) {
  const today = useToday();
  const accounts = useOptions(queryOf(accountingAccounts.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const form = useRecordForm({
    schema: Form,
    initial: { spent_on: today, project_id: fund.project?.id ?? null },
    onChange: (now, before) => (now.project_id === before.project_id ? {} : { house_id: null }),
    send: (values, as) => {
      const body = new FormData();
      for (const [key, value] of Object.entries(values))
        if (value !== null && value !== undefined)
          body.append(key, value instanceof File ? value : String(value));
      return upload(addVoucher, { params: { id: fund.id }, body }, as);
    },
    success: 'Gasto registrado.',
    onDone: onClose,
  });
  const { project_id } = form.values;
  const houses = useOptions({
    ...queryOf(listHouseOptions, { params: { projectId: project_id ?? 0 } }),
    enabled: project_id !== null,
  });
  return (
    <FormDrawer
      title="Registrar gasto"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar gasto"
    >
      <FileField of={form} name="foto" label="Foto del comprobante" field={VOUCHER_PHOTO} />
      <DayField of={form} name="spent_on" label="Fecha" maxDate={today} />
      <TextField of={form} name="supplier" label="A quién se compró" maxLength={120} />
      <TextField
        of={form}
        name="ruc"
        label="RUC"
        description="Si el comprobante lo lleva: va al informe 43."
        maxLength={40}
      />
      <TextField of={form} name="dv" label="DV" maxLength={2} />
      <TextField of={form} name="paper" label="Número del comprobante" maxLength={40} />
      <TextField of={form} name="concept" label="Qué se compró" maxLength={200} />
      <MoneyField of={form} name="cents" label="Total" description="Con ITBMS." />
      <MoneyField of={form} name="itbms_centavos" label="ITBMS" />
      <SearchField
        of={form}
        name="account_id"
        label="Cuenta contable"
        options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <OptionField
        of={form}
        name="project_id"
        label="Proyecto"
        nothing="Ninguno"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <SearchField
        of={form}
        name="house_id"
        label="Vivienda"
        description="Si el gasto es de una: entra en su costo."
        options={houses.map(({ id, name }) => ({ value: id, label: name }))}
        clearable
      />
    </FormDrawer>
  );
}
