import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { DOCUMENT_FILE, sendDocument, signerChoices } from '#contract/legal/envelopes/endpoints.ts';
import { ChosenSigner, SendDocument } from '#contract/legal/envelopes/model.ts';
import { CAPACITIES, ENVELOPE_DAYS, SIGNERS_MOST } from '#contract/legal/envelopes/rules.ts';
import { upload } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import {
  CheckField,
  FileField,
  LongTextField,
  NumberField,
  OptionField,
  TextField,
  type Choice,
} from '#web/office/ui/form/fields.tsx';
import { rowsOf, type RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Form = SendDocument.extend({
  archivo: z.file({ error: 'Elige el PDF que se firma.' }),
  dias: z.number({ error: 'Escribe de 1 a 90 días.' }).int().min(1).max(ENVELOPE_DAYS.most),
  iniciales: z.boolean().default(false),
});

function sent({ archivo, titulo, resumen, dias, iniciales, firmantes }: z.input<typeof Form>): FormData {
  const body = new FormData();
  body.set('archivo', archivo);
  body.set('titulo', titulo);
  body.set('resumen', resumen);
  body.set('dias', String(dias));
  body.set('iniciales', String(iniciales ?? false));
  for (const [at, one] of firmantes.entries())
    for (const [name, value] of Object.entries(one))
      if (typeof value === 'string' && value !== '') body.set(`firmantes[${at}][${name}]`, value);
  return body;
}

interface Props {
  saleId: number;
  onClose: () => void;
  onSent?: (id: number) => void;
}

/** Sends a PDF of a sale for signing: what it is, who signs, in which order. */
export function SendDocumentForm({ saleId, onClose, onSent }: Props) {
  const choices = useQuery(queryOf(signerChoices, { params: { id: saleId } })).data?.data;
  const form = useRecordForm({
    schema: Form,
    initial: { dias: ENVELOPE_DAYS.usual, iniciales: false, firmantes: [{ quien: 'comprador', otro: 'no' }] },
    send: (body, as) => upload(sendDocument, { params: { id: saleId }, body: sent(body) }, as),
    success: 'Documento enviado a firmar.',
    onDone: ({ data }) => {
      onClose();
      onSent?.(data.id);
    },
  });
  const { rows, error, add, remove, move } = rowsOf(form, 'firmantes');
  const people: Choice[] = [...(choices?.buyers ?? []), ...(choices?.representatives ?? [])].map(
    ({ value, name }) => ({ value, label: name }),
  );
  const told = new Map(
    [...(choices?.buyers ?? []), ...(choices?.representatives ?? [])].map(({ value, whyNot }) => [
      value,
      whyNot,
    ]),
  );
  return (
    <FormDrawer
      title="Enviar un documento a firmar"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Enviar a firmar"
      size="lg"
    >
      <FileField of={form} name="archivo" label="Documento (PDF)" field={DOCUMENT_FILE} />
      <TextField of={form} name="titulo" label="Título" maxLength={120} />
      <LongTextField
        of={form}
        name="resumen"
        label="Resumen en palabras sencillas"
        description="Se muestra antes del documento y se firma con él."
        maxLength={2000}
      />
      <Stack gap="xs" component="fieldset" m={0} p={0} bd={0}>
        <Text component="legend" size="sm" fw={600} p={0}>
          Quiénes firman, en este orden
        </Text>
        {error && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
        {rows.map((of, at) => (
          <SignerRow
            key={at}
            of={of}
            at={at}
            people={people}
            whyNot={told.get(of.values.quien ?? '') ?? null}
            only={rows.length === 1}
            onRemove={() => remove(at)}
            onEarlier={at === 0 ? undefined : () => move(at, at - 1)}
          />
        ))}
        {rows.length < SIGNERS_MOST && (
          <Group>
            <Button
              variant="light"
              size="compact-sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => add({ quien: '', otro: 'no' })}
            >
              Agregar a otra persona
            </Button>
          </Group>
        )}
      </Stack>
      <NumberField of={form} name="dias" label="Días para firmar" min={1} max={ENVELOPE_DAYS.most} />
      <CheckField
        of={form}
        name="iniciales"
        label="Lleva las iniciales de cada firmante en todas las páginas"
      />
    </FormDrawer>
  );
}

interface RowProps {
  of: RecordFormOf<typeof ChosenSigner>;
  at: number;
  people: readonly Choice[];
  whyNot: string | null;
  only: boolean;
  onRemove: () => void;
  /** Signs before the previous one; undefined for the first. */
  onEarlier: (() => void) | undefined;
}

function SignerRow({ of, at, people, whyNot, only, onRemove, onEarlier }: RowProps) {
  const buyer = (of.values.quien ?? '').startsWith('comprador');
  const otherSigns = buyer && of.values.otro !== 'no' && of.values.otro !== null;
  return (
    <Paper withBorder p="sm" radius="md">
      <Stack gap="xs">
        <Group align="flex-end" wrap="nowrap">
          <OptionField
            of={of}
            name="quien"
            label={`Firmante ${at + 1}`}
            nothing="Elige a la persona"
            options={people}
            style={{ flex: 1 }}
          />
          {onEarlier && (
            <Button variant="default" onClick={onEarlier}>
              Firma antes
            </Button>
          )}
          {!only && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={onRemove}
            >
              Quitar
            </Button>
          )}
        </Group>
        {whyNot && !otherSigns && <Alert color="yellow" variant="light" title={whyNot} />}
        {buyer && (
          <OptionField
            of={of}
            name="otro"
            label="Cómo firma"
            options={[
              { value: 'no', label: 'En persona' },
              { value: 'apoderado', label: 'Firma su apoderado' },
              { value: 'representante_legal', label: 'Es una empresa: firma su representante legal' },
            ]}
          />
        )}
        {otherSigns && (
          <>
            <TextField
              of={of}
              name="nombre"
              label="Nombre de quien firma"
              description={`${CAPACITIES[of.values.otro as keyof typeof CAPACITIES]} este comprador.`}
              maxLength={120}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <OptionField
                of={of}
                name="tipo_documento"
                label="Tipo de documento"
                options={[
                  { value: 'cedula', label: 'Cédula' },
                  { value: 'pasaporte', label: 'Pasaporte' },
                ]}
              />
              <TextField of={of} name="documento" label="Número de documento" maxLength={40} />
              <TextField of={of} name="celular" label="Celular" maxLength={40} />
              <TextField of={of} name="email" label="Correo" maxLength={160} />
            </SimpleGrid>
            <TextField of={of} name="poder" label="Poder o datos del registro" maxLength={300} />
          </>
        )}
      </Stack>
    </Paper>
  );
}
