import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { CampaignState } from '#contract/care/campaigns/model.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { messages } from '#server/modules/care/chat/chat.table.ts';
import { whatsappTemplates } from '#server/modules/care/whatsapp/whatsapp.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';

/** A template that goes to a group of prospects, some each minute. */
export const campaigns = pgTable(
  'chat_campaigns',
  {
    id: id(),
    name: text('name').notNull(),
    templateId: ref('template_id')
      .notNull()
      .references(() => whatsappTemplates.id),
    /** For the placeholder `texto`. */
    typed: text('typed').notNull(),
    /** The filters it was made with. */
    group: jsonb('group').notNull(),
    state: text('state').$type<CampaignState>().notNull(),
    /** Why it ended early, as a sentence. */
    reason: text('reason'),
    createdBy: ref('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('chat_campaigns_state').on(t.state, t.id), index('chat_campaigns_template').on(t.templateId)],
);

/** One row for each person, written when it was made: a repeat sends nobody a second one. */
export const campaignPeople = pgTable(
  'chat_campaign_people',
  {
    campaignId: ref('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    /** The person as of then; after a merge, the message says whose conversation it is in. */
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    position: integer('position').notNull(),
    state: text('state').$type<'espera' | 'enviado' | 'omitido'>().notNull(),
    messageId: ref('message_id').references(() => messages.id),
  },
  (t) => [
    primaryKey({ columns: [t.campaignId, t.personId] }),
    index('chat_campaign_people_turn').on(t.campaignId, t.state, t.position),
    index('chat_campaign_people_person').on(t.personId),
    index('chat_campaign_people_message').on(t.messageId),
  ],
);
