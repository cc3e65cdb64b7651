import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { z } from 'zod';
import type { Settings } from '#contract/company/settings/model.ts';
import { setUpCompany } from '#contract/overview/setup/endpoints.ts';
import { SetupCompany, SetupFiscal } from '#contract/overview/setup/model.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { useAction } from '#web/office/lib/query.ts';
import { CompanyFields, FiscalFields } from '#web/office/features/company/settings/CompanyFields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';

const Both = z.object({ company: SetupCompany, fiscal: SetupFiscal });

interface FirstCompanyFormProps {
  code: string;
  company: Settings['company'];
  fiscal: Settings['fiscal'];
  saved: boolean;
  onDone: () => void;
}

/** The first step: who sells. Kept before anybody is there, so that it can be gone on with later. */
export function FirstCompanyForm({ code, company, fiscal, saved, onDone }: FirstCompanyFormProps) {
  const save = useAction(setUpCompany, { invalidates: [], inline: true, hold: false });
  const form = useForm({
    initialValues: { company: saved ? company : { ...company, name: '' }, fiscal },
    validateInputOnBlur: true,
    validate: zodErrors(Both),
  });
  return (
    <RecordForm
      form={form}
      onSubmit={(values) => save.mutate({ body: { code, ...values } }, { onSuccess: onDone })}
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Guardar y seguir"
    >
      <CompanyFields form={form} at="company" />
      <Text fw={600}>Datos fiscales</Text>
      <FiscalFields form={form} at="fiscal" />
    </RecordForm>
  );
}
