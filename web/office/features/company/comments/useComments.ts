import { useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { mayWrite } from '#contract/access.ts';
import { addComment, listComments, listWhoSees } from '#contract/company/comments/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { usePermissions } from '#web/office/lib/session.ts';
import { MentionedText } from '#web/office/ui/MentionText.tsx';

/** Writing a comment on a record, and whom it may mention, as props of the activity stream. */
export function useCommenting(reference: string, id: number) {
  const about = { reference, reference_id: id };
  const writes = mayWrite(usePermissions());
  const comment = useAction(addComment);
  return {
    onComment: writes
      ? (body: string, menciones: number[]) => comment.mutateAsync({ body: { ...about, body, menciones } })
      : null,
    people: async (q: string) => (await call(listWhoSees, { query: { ...about, q } })).data,
  };
}

/** A record's comments as props of the activity stream. */
export function useComments(reference: string, id: number) {
  const comments = useQuery(queryOf(listComments, { query: { reference, reference_id: id } }));
  return {
    items: comments.data?.data.map((one) => ({
      id: one.id,
      kind: 'comment' as const,
      who: one.user.name,
      at: one.created_at,
      text: createElement(MentionedText, { text: one.body, mentions: one.mentions }),
    })),
    error: comments.error,
    ...useCommenting(reference, id),
  };
}
