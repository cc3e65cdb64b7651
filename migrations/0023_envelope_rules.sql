-- References that would make the table files import upwards: a browser's session knows the signers whose links it opened.
ALTER TABLE customer_session_signers
  ADD CONSTRAINT customer_session_signers_envelope FOREIGN KEY (envelope_id) REFERENCES envelopes (id) ON DELETE CASCADE,
  ADD CONSTRAINT customer_session_signers_signer FOREIGN KEY (signer_id) REFERENCES envelope_signers (id) ON DELETE CASCADE;
--> statement-breakpoint
CREATE INDEX customer_session_signers_envelope ON customer_session_signers (envelope_id);
--> statement-breakpoint
ALTER TABLE envelopes
  ADD CONSTRAINT envelopes_named CHECK (btrim(title) <> ''),
  ADD CONSTRAINT envelopes_sealed CHECK ((state_id = 6) = (sealed_file_id IS NOT NULL));
