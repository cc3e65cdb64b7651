import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { knownSentence } from '#contract/sales/prospects/model.ts';
import {
  addSaleBuyer,
  listSaleBuyers,
  NewSaleBuyer,
  type SaleBuyers,
} from '#contract/sales/buyers/buyers.ts';
import { BUYER_ROLES, type BuyerRole } from '#contract/sales/buyers/buyersRules.ts';
import { knownIn } from '#web/office/features/sales/prospects/knownPeople.ts';
import { call } from '#web/office/lib/call.ts';
import { ContactFields } from '#web/office/ui/ContactFields.tsx';
import { bound, CheckField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Buyer = NewSaleBuyer.omit({ version: true, tipo_documento: true });

const TEXTS: Record<BuyerRole, string> = {
  comprador: 'Firma el pre-contrato y recibe su propio enlace a la compra.',
  codeudor: 'Responde por la hipoteca; no firma el pre-contrato.',
};

interface AddBuyerDrawerProps {
  saleId: number;
  buyers: SaleBuyers;
  onClose: () => void;
}

/** Adds a buyer to a sale. If the person is already known, offers to use that person. */
export function AddBuyerDrawer({ saleId, buyers, onClose }: AddBuyerDrawerProps) {
  const { add } = buyers;
  const params = { id: saleId };
  const initial = { rol: add.comprador?.disabled === null ? 'comprador' : 'codeudor' } as const;
  const form = useRecordForm({
    schema: Buyer,
    initial: { ...initial, version: buyers.version },
    check: ({ nombre, celular }) => ({
      nombre: nombre?.trim() ? null : 'Escribe el nombre.',
      celular: celular?.trim() ? null : 'Escribe el celular.',
    }),
    onChange: (now, before) =>
      (['celular', 'email', 'cedula'] as const).every((key) => now[key] === before[key])
        ? undefined
        : { persona_id: null, otra_persona: null },
    reread: async () => ({
      ...initial,
      version: (await call(listSaleBuyers, { params })).data.version,
    }),
    send: ({ cedula, consentimiento_datos, ...body }, as, version) =>
      call(
        addSaleBuyer,
        {
          params,
          body: {
            ...body,
            ...(consentimiento_datos && { consentimiento_datos, cedula: cedula ?? '' }),
            version,
          },
        },
        as,
      ),
    success: 'Agregado.',
    onDone: onClose,
  });
  const { submitError } = form.frame;
  const known = knownIn(submitError);
  const role = bound(form, 'rol');
  const as = (who: { persona_id: number } | { otra_persona: true }) => {
    form.form.setValues({ persona_id: null, otra_persona: null, ...who });
    form.form.onSubmit(form.frame.onSubmit)();
  };
  return (
    <FormDrawer
      title="Agregar a la compra"
      opened
      onClose={onClose}
      {...form.frame}
      submitError={known ? null : submitError}
      submitLabel="Agregar"
    >
      <Radio.Group label="Cómo entra" {...role.input} value={role.value ?? ''} onChange={role.set}>
        <Stack gap="xs" mt="xs">
          {(Object.keys(BUYER_ROLES) as BuyerRole[]).map((role) => (
            <Radio
              key={role}
              value={role}
              label={BUYER_ROLES[role]}
              description={add[role]?.disabled ?? TEXTS[role]}
              disabled={(add[role]?.disabled ?? null) !== null}
            />
          ))}
        </Stack>
      </Radio.Group>
      <ContactFields of={form} emailHint="Ahí recibe su enlace y el código para firmar." />
      <CheckField
        of={form}
        name="consentimiento_datos"
        label="La persona autoriza el uso de sus datos personales (Ley 81 de 2019)"
        description="Sin esto solo se guardan nombre, celular y correo."
      />
      {form.values.consentimiento_datos && (
        <TextField of={form} name="cedula" label="Cédula" placeholder="8-712-4567" />
      )}
      {known?.map((one) => (
        <Alert
          key={one.person?.id ?? one.keys.join()}
          color="yellow"
          variant="light"
          title={knownSentence(one)}
        >
          {one.person && (
            <Button size="compact-sm" variant="default" onClick={() => as({ persona_id: one.person!.id })}>
              Es {one.person.name}: agregar
            </Button>
          )}
        </Alert>
      ))}
      {known && known.length > 0 && (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => as({ otra_persona: true })}>
            Es otra persona: agregar
          </Button>
          <Text size="xs" c="dimmed">
            Queda como coincidencia para revisar.
          </Text>
        </Group>
      )}
    </FormDrawer>
  );
}
