import { useQuery } from '@tanstack/react-query';
import { mayWrite } from '#contract/access.ts';
import { addComment, listComments } from '#contract/company/comments/endpoints.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { usePermissions } from '#web/office/lib/session.ts';

/** A record's comments as props of the activity stream. */
export function useComments(reference: string, id: number) {
  const about = { reference, reference_id: id };
  const writes = mayWrite(usePermissions());
  const comments = useQuery(queryOf(listComments, { query: about }));
  const comment = useAction(addComment);
  return {
    items: comments.data?.data.map((one) => ({
      id: one.id,
      kind: 'comment' as const,
      who: one.user.name,
      at: one.created_at,
      text: one.body,
    })),
    error: comments.error,
    onComment: writes ? (body: string) => comment.mutateAsync({ body: { ...about, body } }) : null,
  };
}
