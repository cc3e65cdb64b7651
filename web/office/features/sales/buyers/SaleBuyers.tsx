import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  listSaleBuyers,
  removeSaleBuyer,
  sendBuyerLink,
  setSaleContact,
  type SaleBuyer,
} from '#contract/sales/buyers/buyers.ts';
import { BUYER_ROLES } from '#contract/sales/buyers/buyersRules.ts';
import type { StaffLook } from '#contract/company/outbox/looks.ts';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { AddBuyerDrawer } from './AddBuyerDrawer.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** A sale's buyers: who is the contact, who has signed, who is co-debtor. */
export function SaleBuyers({ saleId }: { saleId: number }) {
  const adding = useDrawer('comprador');
  const { data } = useQuery(queryOf(listSaleBuyers, { params: { id: saleId } }));
  const all = data?.data;
  if (!all) return null;
  const { comprador, codeudor } = all.add;
  const whyNot = comprador?.disabled === null ? null : (codeudor?.disabled ?? null);
  return (
    <Section
      title="Quiénes compran"
      text="Cada comprador firma el pre-contrato; los correos y enlaces van al contacto."
      actions={
        comprador && (
          <ReasonedButton variant="default" size="xs" whyNot={whyNot} onClick={() => adding.open()}>
            Agregar comprador o codeudor
          </ReasonedButton>
        )
      }
    >
      <Stack gap="md">
        {all.buyers.map((one) => (
          <BuyerLine key={one.id ?? 0} one={one} saleId={saleId} version={all.version} />
        ))}
        {all.buyers.length > 1 && (
          <Text size="sm" c="dimmed">
            {all.signed
              ? 'Todos los compradores firmaron el pre-contrato.'
              : 'El pre-contrato cuenta como firmado cuando firman todos los compradores.'}
          </Text>
        )}
      </Stack>
      {adding.opened && <AddBuyerDrawer saleId={saleId} buyers={all} onClose={adding.close} />}
    </Section>
  );
}

function BuyerLine({ one, saleId, version }: { one: SaleBuyer; saleId: number; version: number }) {
  const contact = useAction(setSaleContact, { success: 'Contacto cambiado.' });
  const remove = useAction(removeSaleBuyer, {
    success: 'Ya no está en la compra.',
  });
  const link = useAction(sendBuyerLink, { success: ({ success }) => success });
  const { actions, person } = one;
  const confirmRemove = async () => {
    const yes = await askConfirm({
      title: `¿Quitar a ${person.name} de la compra?`,
      text: 'Sus enlaces dejan de servir.',
      confirm: 'Quitar',
      danger: true,
    });
    if (yes && one.id !== null) remove.mutate({ params: { id: saleId, comprador_id: one.id } });
  };
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <PageLink to="/oficina/personas/$id" params={{ id: person.id }} size="sm" underline="always">
          {person.name}
        </PageLink>
        <StatePill tone="neutral" label={BUYER_ROLES[one.role]} />
        {one.contact && <StatePill tone="progress" label="Contacto" />}
        <Signature one={one} />
      </Group>
      <Text size="sm" c="dimmed">
        <PhoneLinks phone={one.phone} size="sm" />
        {[one.email, one.document].filter((text) => text !== null).map((text) => ` · ${text}`)}
      </Text>
      {one.seen_by_staff.length > 0 && <SeenByStaff looks={one.seen_by_staff} />}
      <Group gap="xs">
        {actions.contact && (
          <ReasonedButton
            variant="default"
            size="xs"
            whyNot={actions.contact.disabled}
            loading={contact.isPending}
            onClick={() =>
              contact.mutate({ params: { id: saleId }, body: { comprador_id: one.id, version } })
            }
          >
            Marcar como contacto
          </ReasonedButton>
        )}
        {actions.link && one.id !== null && (
          <ReasonedButton
            variant="default"
            size="xs"
            whyNot={actions.link.disabled}
            loading={link.isPending}
            onClick={() => link.mutate({ params: { id: saleId, comprador_id: one.id! } })}
          >
            Enviar su enlace
          </ReasonedButton>
        )}
        {actions.remove?.disabled === null && (
          <Button
            variant="default"
            size="xs"
            loading={remove.isPending}
            onClick={() => void confirmRemove()}
            aria-label={`Quitar a ${person.name}`}
          >
            Quitar
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Warns the reader of a signature that a colleague could have made it. */
function SeenByStaff({ looks }: { looks: readonly StaffLook[] }) {
  return (
    <Alert color="yellow" variant="light" title="Antes de esta firma, un colega vio su código o enlace">
      <List size="sm" spacing={4}>
        {looks.map((look) => (
          <List.Item key={look.at + look.what}>
            {look.by}, <DateText instant={look.at} />: {look.what}. Motivo: {look.reason}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Signature({ one }: { one: SaleBuyer }) {
  if (one.role === 'codeudor') return null;
  if (one.signed_at)
    return (
      <Text size="xs" c="dimmed">
        firmó <DateText instant={one.signed_at} />
      </Text>
    );
  return one.rejected_at ? (
    <StatePill tone="negative" label="No quiso firmar" />
  ) : (
    <StatePill tone="attention" label="Falta su firma" />
  );
}
