import { Alert, Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { knownSentence, type KnownPerson } from '#contract/sales/prospects/model.ts';
import { addSaleBuyer, type SaleBuyers } from '#contract/sales/buyers/buyers.ts';
import { BUYER_ROLES, type BuyerRole } from '#contract/sales/buyers/buyersRules.ts';
import { useAction } from '#web/office/lib/query.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { ContactFields } from '#web/office/ui/ContactFields.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface Values {
  rol: BuyerRole;
  nombre: string;
  celular: string;
  email: string;
  cedula: string;
  consentimiento_datos: boolean;
}

const TEXTS: Record<BuyerRole, string> = {
  comprador: 'Firma el pre-contrato y recibe su propio enlace a la compra.',
  codeudor: 'Responde por la hipoteca; no firma el pre-contrato.',
};

/** Adds somebody to a sale; who is known already is told, with the choice to take that person. */
export function AddBuyerDrawer({
  saleId,
  buyers,
  onClose,
}: {
  saleId: number;
  buyers: SaleBuyers;
  onClose: () => void;
}) {
  const [known, setKnown] = useState<KnownPerson[]>([]);
  const save = useAction(addSaleBuyer, { success: 'Agregado.', inline: true });
  const { add } = buyers;
  const form = useForm<Values>({
    initialValues: {
      rol: add.comprador?.disabled === null ? 'comprador' : 'codeudor',
      nombre: '',
      celular: '',
      email: '',
      cedula: '',
      consentimiento_datos: false,
    },
    validate: {
      nombre: (text) => (text.trim() ? null : 'Escribe el nombre.'),
      celular: (text) => (text.trim() ? null : 'Escribe el celular.'),
    },
  });
  const submit = (
    { cedula, consentimiento_datos, email, ...values }: Values,
    who: { persona_id?: number; otra_persona?: boolean } = {},
  ) =>
    save.mutate(
      {
        params: { id: saleId },
        body: {
          ...values,
          email: email.trim() || null,
          ...(consentimiento_datos && { consentimiento_datos, cedula }),
          ...who,
          version: buyers.version,
        },
      },
      {
        onSuccess: onClose,
        onError: (error) => {
          const { known: found } = (error instanceof Refusal ? (error.answer.current ?? {}) : {}) as {
            known?: KnownPerson[];
          };
          setKnown(found ?? []);
        },
      },
    );
  const exists = save.error instanceof Refusal && save.error.code === 'PERSON_EXISTS';
  const as = (who: { persona_id?: number; otra_persona?: boolean }) =>
    form.onSubmit((values) => submit(values, who))();
  return (
    <FormDrawer
      title="Agregar a la compra"
      opened
      onClose={onClose}
      form={form}
      onSubmit={(values) => submit(values)}
      loading={save.isPending}
      submitError={exists ? null : save.error}
      submitLabel="Agregar"
    >
      <Radio.Group label="Cómo entra" required {...form.getInputProps('rol')}>
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
      <ContactFields form={form} emailHint="Ahí recibe su enlace y el código para firmar." />
      <Checkbox
        label="La persona autoriza el uso de sus datos personales (Ley 81 de 2019)"
        description="Sin esto solo se guardan nombre, celular y correo."
        {...form.getInputProps('consentimiento_datos', { type: 'checkbox' })}
      />
      {form.values.consentimiento_datos && (
        <TextInput label="Cédula" placeholder="8-712-4567" {...form.getInputProps('cedula')} />
      )}
      {known.map((one) => (
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
      {known.length > 0 && (
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
