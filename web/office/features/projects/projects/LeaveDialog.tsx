import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { removeTeamMember, type TeamMember } from '#contract/projects/projects/team.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { linkOptions } from '@tanstack/react-router';

interface LeaveDialogProps {
  projectId: number;
  member: TeamMember;
  onClose: () => void;
}

/** Removes a person from the team. With open sales, asks to hand them over first. */
export function LeaveDialog({ projectId, member, onClose }: LeaveDialogProps) {
  const { id, name, open_sales } = member;
  const managesUsers = useCan('administracion.ver');
  const seesSales = useCan('ventas.ver');
  const remove = useAction(removeTeamMember, {
    success: `${name} ya no está en el equipo.`,
  });
  const handOver = managesUsers
    ? {
        link: linkOptions({ to: '/oficina/usuarios/$id', params: { id } }),
        text: 'Pasar su trabajo a otra persona',
      }
    : seesSales
      ? {
          link: linkOptions({
            to: '/oficina/ventas',
            search: { proyecto_id: projectId, procesador_id: id },
          }),
          text: 'Ver sus ventas',
        }
      : null;
  return (
    <Modal opened onClose={onClose} title={`¿Quitar a ${name} del equipo?`}>
      <Stack gap="md">
        {open_sales > 0 ? (
          <Alert
            variant="light"
            color="brand"
            title={`Tiene ${open_sales} ${open_sales === 1 ? 'venta abierta' : 'ventas abiertas'} aquí`}
          >
            <Stack gap="xs" align="flex-start">
              <Text size="sm">
                Quitarla no las entrega a nadie: siguen a su nombre. Entrégalas primero a otra persona.
              </Text>
              {handOver && <PageLink {...handOver.link}>{handOver.text}</PageLink>}
            </Stack>
          </Alert>
        ) : (
          <Text size="sm">Deja de ver este proyecto si su rol solo llega a los de su equipo.</Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancelar
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(
                { params: { id: projectId, userId: id }, query: open_sales > 0 ? { confirmar: 'true' } : {} },
                { onSuccess: onClose },
              )
            }
          >
            {open_sales > 0 ? 'Quitar de todos modos' : 'Quitar del equipo'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
