import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { OVERRULABLE } from '#contract/banking/applications/applicationRules.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import {
  changeApplicationStatus,
  chooseApplication,
  type Application,
} from '#contract/banking/applications/applications.ts';
import { LEADS } from '#contract/offers.ts';
import { prepareFile } from '#contract/banking/requirements/requirements.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { download } from '#web/office/lib/download.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { formatPercent, showPhone } from '#web/office/lib/format.ts';
import { AnswerDrawer } from './AnswerDrawer.tsx';
import { ApplicationStory } from './ApplicationStory.tsx';
import { ContactDrawer } from './ContactDrawer.tsx';
import { EditApplicationDrawer } from './EditApplicationDrawer.tsx';
import { ExtensionDrawer } from '#web/office/features/banking/letters/ExtensionDrawer.tsx';
import { LetterDrawer } from '#web/office/features/banking/letters/LetterDrawer.tsx';
import { LetterView } from '#web/office/features/banking/letters/LetterView.tsx';
import { Link } from '@tanstack/react-router';

type Form = 'letter' | 'extension' | 'contact' | 'edit' | { answer: number } | null;
/** These transitions need the approved terms, so they have their own form. */
const WITH_TERMS: readonly number[] = [
  APPLICATION.preapproved,
  APPLICATION.approved,
  APPLICATION.conditional,
];

/** One application: its state, the bank's answers and the next step. */
export function ApplicationDetail({
  application: one,
  linked = false,
}: {
  application: Application;
  linked?: boolean;
}) {
  const [form, setForm] = useState<Form>(null);
  const close = () => setForm(null);
  const choose = useAction(chooseApplication, { success: 'Banco elegido.' });
  const { actions } = one;
  return (
    <Stack gap="md">
      {linked && (
        <Group gap="xs">
          <StatePill catalog="bankApplication" state={one.state} />
          {one.chosen && <StatePill tone="positive" label="Elegido" />}
          {one.late && <StatePill tone="attention" label="Sin respuesta a tiempo" />}
          <PageLink
            to="/oficina/ventas/$id"
            params={{ id: one.sale.id }}
            search={{ tab: 'bancos' }}
            size="sm"
          >
            {saleName(one.sale)}
          </PageLink>
        </Group>
      )}
      <Group gap="xs">
        <Steps application={one} onForm={setForm} />
        {actions.choose && !one.chosen && one.state.id !== APPLICATION.toSend && one.state.id < 9 && (
          <ReasonedButton
            variant="default"
            whyNot={actions.choose.disabled}
            loading={choose.isPending}
            onClick={() => choose.mutate({ params: { id: one.id }, body: { version: one.version } })}
          >
            Elegir este banco
          </ReasonedButton>
        )}
        {actions.letter && one.letter && (
          <Button variant="default" onClick={() => setForm('letter')}>
            Corregir carta
          </Button>
        )}
        {actions.extension && (
          <Button variant="default" onClick={() => setForm('extension')}>
            Prórroga
          </Button>
        )}
        {actions.contact && (
          <Button variant="default" onClick={() => setForm('contact')}>
            Anotar seguimiento
          </Button>
        )}
        {actions.edit && actions.edit.disabled === null && (
          <Button variant="default" onClick={() => setForm('edit')}>
            Editar
          </Button>
        )}
        {actions.file && <FileButtons application={one} />}
      </Group>
      <Notes application={one} />
      <Facts
        rows={[
          ['Solicitado', <MoneyText key="m" centavos={one.requested_centavos} />],
          ['Plazo', one.term_months === null ? null : `${one.term_months} meses`],
          ['Ejecutivo', one.executive && <Executive key="e" executive={one.executive} />],
          ['Número del banco', one.bank_reference || null],
          ['Enviada', <DateText key="s" instant={one.sent_at} />],
          ['Respuesta usual', <DateText key="u" day={one.answer_due_on} />],
          ['Respondida', <DateText key="r" instant={one.answered_at} />],
          ['Próximo seguimiento', <DateText key="f" day={one.follow_up_due_on} />],
          [
            'El banco ofrece',
            one.approved_centavos === null ? null : (
              <>
                <MoneyText centavos={one.approved_centavos} />
                {one.rate_percent !== null && ` al ${formatPercent(one.rate_percent)}`}
              </>
            ),
          ],
          ...(one.preapproved_until
            ? [['Preaprobación hasta', <DateText key="p" day={one.preapproved_until} />] as const]
            : []),
        ]}
      />
      {one.letter && <LetterView letter={one.letter} disbursement={one.disbursement} />}
      <ApplicationStory application={one} />
      <RecordTalk reference="solicitud" id={one.id} />
      {form === 'letter' && <LetterDrawer application={one} onClose={close} />}
      {form === 'extension' && <ExtensionDrawer application={one} onClose={close} />}
      {form === 'contact' && <ContactDrawer application={one} onClose={close} />}
      {form === 'edit' && <EditApplicationDrawer application={one} onClose={close} />}
      {form !== null && typeof form === 'object' && (
        <AnswerDrawer application={one} to={form.answer} onClose={close} />
      )}
    </Stack>
  );
}

/** The application's transitions. Those that need more than a reason open their form. */
function Steps({ application: one, onForm }: { application: Application; onForm: (form: Form) => void }) {
  const send = useAction(changeApplicationStatus, { success: 'Solicitud enviada.' });
  const actions = useTransitions({
    offers: one.transitions,
    status: changeApplicationStatus,
    version: one.version,
    danger: [APPLICATION.rejected, APPLICATION.withdrawn],
  });
  const despite = async (whyNot: string) => {
    const reason = await askReason({
      title: 'Enviar de todos modos',
      text: `${whyNot} El motivo queda en el historial.`,
      label: 'Motivo',
      required: true,
      confirm: 'Enviar',
    });
    if (reason)
      send.mutate({
        params: { id: one.id },
        body: { params: { estado_id: APPLICATION.sent, pese_a: reason, version: one.version } },
      });
  };
  const offers = one.transitions
    .map((offer, at) => ({ offer, action: actions[at]! }))
    .toSorted((a, b) => Number(endsIt(a.offer.estado_id)) - Number(endsIt(b.offer.estado_id)));
  return offers.map(({ offer, action }, at) => {
    const to = offer.estado_id;
    const ownForm: Form | undefined = WITH_TERMS.includes(to)
      ? { answer: to }
      : to === APPLICATION.letter
        ? one.state.id === APPLICATION.letterExpired
          ? 'extension'
          : 'letter'
        : undefined;
    if (offer.leads_to)
      return (
        <Button key={action.key} component={Link} to={offer.leads_to.route} variant="default">
          {LEADS[offer.leads_to.route]}
        </Button>
      );
    const overrules = one.actions.despite && OVERRULABLE.includes(offer.code ?? '');
    const last = to === APPLICATION.withdrawn;
    return (
      <Fragment key={action.key}>
        <Group gap="xs">
          <ReasonedButton
            variant={
              last ? 'subtle' : to === APPLICATION.rejected ? 'outline' : at === 0 ? 'filled' : 'default'
            }
            {...(action.danger && { color: 'red' })}
            whyNot={ownForm ? null : offer.disabled}
            loading={action.loading ?? false}
            onClick={() => (ownForm ? onForm(ownForm) : action.onRun())}
          >
            {to === APPLICATION.letter && one.state.id === APPLICATION.approved
              ? 'Cargar carta promesa'
              : offer.label}
          </ReasonedButton>
          {overrules && (
            <Button
              variant="default"
              loading={send.isPending}
              onClick={() => void despite(offer.disabled ?? '')}
            >
              Enviar de todos modos
            </Button>
          )}
        </Group>
        {to === APPLICATION.sent && offer.disabled !== null && (
          // Shown as text, because phones have no tooltips. aria-hidden: the button already tells screen readers.
          <Text size="sm" c="dimmed" w="100%" aria-hidden>
            {offer.disabled}
          </Text>
        )}
      </Fragment>
    );
  });
}

const endsIt = (to: number) => to === APPLICATION.rejected || to === APPLICATION.withdrawn;

function FileButtons({ application: one }: { application: Application }) {
  const prepare = useAction(prepareFile);
  const give = (formato: 'pdf' | 'zip') =>
    prepare.mutate(
      { params: { id: one.id }, body: { formato } },
      {
        onSuccess: ({ data }) => {
          void download(data.url).catch((error: unknown) => toast.error(error));
          if (data.left_out.length > 0)
            toast.error(`El expediente va sin: ${data.left_out.join(', ')}.`, 'expediente');
        },
      },
    );
  const whyNot = one.actions.file?.disabled ?? null;
  return (
    <>
      <ReasonedButton
        variant="default"
        whyNot={whyNot}
        loading={prepare.isPending}
        onClick={() => give('pdf')}
      >
        Expediente PDF
      </ReasonedButton>
      <ReasonedButton
        variant="default"
        whyNot={whyNot}
        loading={prepare.isPending}
        onClick={() => give('zip')}
      >
        ZIP
      </ReasonedButton>
    </>
  );
}

function Notes({ application: one }: { application: Application }) {
  return (
    <>
      {one.conditions && one.state.id !== APPLICATION.letter && (
        <Alert color="yellow" variant="light" title="Lo que pide el banco">
          {one.conditions}
        </Alert>
      )}
      {one.reason && <Alert color="red" variant="light" title={`Motivo: ${one.reason}`} />}
      {one.sent_despite && (
        <Text size="sm" c="dimmed">
          Se envió con documentos incompletos: {one.sent_despite}
        </Text>
      )}
    </>
  );
}

const Executive = ({ executive }: { executive: NonNullable<Application['executive']> }) => (
  <>
    {executive.name}
    {executive.branch && ` · ${executive.branch}`}
    {executive.phone && (
      <>
        <br />
        <Anchor href={`tel:${executive.phone}`} size="sm">
          {showPhone(executive.phone)}
        </Anchor>
      </>
    )}
    {executive.email && (
      <>
        <br />
        <Anchor href={`mailto:${executive.email}`} size="sm">
          {executive.email}
        </Anchor>
      </>
    )}
  </>
);
