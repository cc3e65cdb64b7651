-- Whose personal data go loses the letters to their address, too.
CREATE INDEX "outbox_mails_recipient" ON "outbox_mails" USING btree (lower(recipient));
