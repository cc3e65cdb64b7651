import { Text } from '@mantine/core';
import type { Settings } from '#contract/company/settings/model.ts';
import { setUpCompany } from '#contract/overview/setup/endpoints.ts';
import { CompanyFields, FiscalFields } from '#web/office/features/company/settings/CompanyFields.tsx';
import { call } from '#web/office/lib/call.ts';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

const Both = setUpCompany.body.omit({ code: true });

interface FirstCompanyFormProps {
  code: string;
  company: Settings['company'];
  fiscal: Settings['fiscal'];
  saved: boolean;
  onDone: () => void;
}

/** Step 1 of the setup: the selling company. Saved before any user exists, so the setup can continue later. */
export function FirstCompanyForm({ code, company, fiscal, saved, onDone }: FirstCompanyFormProps) {
  const form = useRecordForm({
    schema: Both,
    initial: { company: saved ? company : { ...company, name: '' }, fiscal },
    send: (body) => call(setUpCompany, { body: { code, ...body } }, { hold: false }),
    onDone,
  });
  return (
    <RecordForm {...form.frame} submitLabel="Guardar y seguir">
      <CompanyFields of={within(form, 'company')} />
      <Text fw={600}>Datos fiscales</Text>
      <FiscalFields of={within(form, 'fiscal')} />
    </RecordForm>
  );
}
