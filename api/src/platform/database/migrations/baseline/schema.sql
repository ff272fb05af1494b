-- Every table and index of version 0.2.0, for SQLite and PostgreSQL; sqlite.sql or postgres.sql follows. Never change it:
-- add a step to ../index.ts. Each statement begins a line with CREATE or ALTER.

CREATE TABLE users (
  id bigint PRIMARY KEY, username text NOT NULL, username_key text NOT NULL UNIQUE, first_name text NOT NULL,
  last_name text NOT NULL, email text NOT NULL, email_key text NOT NULL, phone text NOT NULL,
  country text NOT NULL, city text NOT NULL, company text NOT NULL, password_hash text NOT NULL,
  created_at bigint NOT NULL, email_verified_at bigint, username_skeleton text DEFAULT '' NOT NULL,
  deleted_at bigint, documents_view text
);
CREATE INDEX users_by_email ON users (email_key);
-- Not unique: older names may look alike.
CREATE INDEX users_by_skeleton ON users (username_skeleton);
CREATE INDEX users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE sessions (
  id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users (id), created_at bigint NOT NULL,
  ended_at bigint, end_reason text, address text, user_agent text, last_used_at bigint DEFAULT 0 NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE access_tokens (
  token_hash text PRIMARY KEY, session_id bigint NOT NULL REFERENCES sessions (id), expires_at bigint NOT NULL
);
CREATE INDEX access_tokens_by_session ON access_tokens (session_id);

CREATE TABLE refresh_tokens (
  token_hash text PRIMARY KEY, session_id bigint NOT NULL REFERENCES sessions (id),
  expires_at bigint NOT NULL, used_at bigint
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

CREATE TABLE documents (
  id bigint PRIMARY KEY, owner_id bigint NOT NULL REFERENCES users (id), original_filename text NOT NULL,
  description text NOT NULL, notes text NOT NULL, file_type_id integer NOT NULL, pages integer NOT NULL,
  status text NOT NULL, revision integer NOT NULL, uploaded_at bigint NOT NULL, shared_at bigint,
  deleted_at bigint, name_key text DEFAULT '' NOT NULL, search_text text DEFAULT '' NOT NULL,
  completed_at bigint, foreign_signatures integer DEFAULT 0 NOT NULL, rewritten text, public_link_at bigint,
  cancelled_at bigint, cancelled_by text, cancel_reason text, signing_order text DEFAULT 'parallel' NOT NULL,
  link_code_at bigint, waits_for text, compacted integer DEFAULT 1 NOT NULL,
  signing_mode text DEFAULT 'electronic' NOT NULL, deadline bigint, expired_at bigint,
  edits_template integer DEFAULT 0 NOT NULL, created_by_token bigint
);
CREATE INDEX documents_by_deadline ON documents (deadline) WHERE deadline IS NOT NULL AND expired_at IS NULL;
-- Not partial: SQLite would read the rows as well.
CREATE INDEX documents_by_group ON documents (owner_id, deleted_at, waits_for, completed_at);
CREATE INDEX documents_by_name ON documents (owner_id, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_name_of_completed ON documents (owner_id, name_key, id)
  WHERE deleted_at IS NULL AND completed_at IS NOT NULL;
CREATE INDEX documents_by_name_of_status ON documents (owner_id, status, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_name_of_waiting ON documents (owner_id, waits_for, name_key, id)
  WHERE deleted_at IS NULL AND waits_for IS NOT NULL;
CREATE INDEX documents_by_newest ON documents (owner_id, uploaded_at, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_newest_of_completed ON documents (owner_id, uploaded_at, id)
  WHERE deleted_at IS NULL AND completed_at IS NOT NULL;
CREATE INDEX documents_by_newest_of_status ON documents (owner_id, status, uploaded_at, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_newest_of_waiting ON documents (owner_id, waits_for, uploaded_at, id)
  WHERE deleted_at IS NULL AND waits_for IS NOT NULL;
CREATE INDEX documents_deleted ON documents (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX documents_of_templates ON documents (owner_id, deleted_at) WHERE edits_template = 1;
CREATE INDEX documents_to_compact ON documents (id) WHERE compacted < revision;

CREATE TABLE revisions (
  document_id bigint NOT NULL REFERENCES documents (id), number integer NOT NULL, kind text NOT NULL,
  sha256 text NOT NULL, size integer NOT NULL, created_at bigint NOT NULL, request_key text,
  CONSTRAINT revisions_pk PRIMARY KEY (document_id, number)
);
CREATE INDEX revisions_by_bytes ON revisions (sha256);
CREATE INDEX revisions_by_content ON revisions (sha256);

CREATE TABLE fields (
  id bigint PRIMARY KEY, document_id bigint NOT NULL REFERENCES documents (id), position integer NOT NULL,
  client_id text NOT NULL, field_type text NOT NULL, signer_name text NOT NULL, signer_email text NOT NULL,
  x double precision NOT NULL, y double precision NOT NULL, width double precision NOT NULL,
  height double precision NOT NULL, page integer NOT NULL, label text NOT NULL, created_at bigint NOT NULL,
  signed_at bigint, deleted_at bigint, turn integer, signed_by_link_at bigint,
  certificate_identification text, has_form integer DEFAULT 0 NOT NULL
);
CREATE INDEX fields_by_document ON fields (document_id, position);

CREATE TABLE signatures (
  field_id bigint PRIMARY KEY REFERENCES fields (id), document_id bigint NOT NULL REFERENCES documents (id),
  revision integer NOT NULL, signer_name text NOT NULL, signer_email text NOT NULL, signed_at bigint NOT NULL,
  certificate_serial text NOT NULL, certificate_issuer text NOT NULL, certificate_subject text NOT NULL,
  certificate_valid_from bigint NOT NULL, certificate_valid_to bigint NOT NULL,
  timestamp_authority text NOT NULL, timestamp_at bigint NOT NULL, level text NOT NULL,
  algorithm text NOT NULL, request_key text, agent text DEFAULT 'simulated' NOT NULL,
  declared_identification text, proven_identification text, came_by text,
  timestamp_source text DEFAULT 'platform' NOT NULL, revocation text
);
CREATE INDEX signatures_by_document ON signatures (document_id);

CREATE TABLE invitations (
  id bigint PRIMARY KEY, document_id bigint NOT NULL REFERENCES documents (id),
  field_id bigint NOT NULL REFERENCES fields (id), email text NOT NULL, token_hash text NOT NULL UNIQUE,
  created_at bigint NOT NULL, expires_at bigint NOT NULL, revoked_at bigint, used_at bigint, mail_id bigint,
  seen_at bigint, declined_at bigint, decline_reason text, reminded_at bigint, silenced_at bigint,
  proposed_at bigint, proposed_name text, proposed_email text, proposal_note text,
  reminders integer DEFAULT 0 NOT NULL, resumed_at bigint, turn_at bigint, personal_message text
);
CREATE INDEX invitations_by_document ON invitations (document_id);
CREATE INDEX invitations_by_field ON invitations (field_id);
CREATE INDEX invitations_standing ON invitations (expires_at) WHERE revoked_at IS NULL AND used_at IS NULL;

CREATE TABLE outbox (
  id bigint PRIMARY KEY, kind text NOT NULL, document_id bigint REFERENCES documents (id),
  to_name text NOT NULL, to_address text NOT NULL, to_key text NOT NULL, subject text NOT NULL,
  text_body text NOT NULL, html_body text NOT NULL, attachment_name text, attachment_sha256 text,
  created_at bigint NOT NULL, state text NOT NULL, attempts integer NOT NULL, next_attempt_at bigint NOT NULL,
  claimed_until bigint, sent_at bigint, last_error text, invitation_id bigint, unsubscribe_url text,
  claimed_by integer, priority integer DEFAULT 1 NOT NULL, request_id text, trace_parent text
);
CREATE INDEX outbox_by_attachment ON outbox (attachment_sha256) WHERE attachment_sha256 IS NOT NULL;
CREATE INDEX outbox_by_document ON outbox (document_id, to_key);
CREATE INDEX outbox_by_invitation ON outbox (invitation_id);
CREATE INDEX outbox_due ON outbox (state, priority, next_attempt_at);

CREATE TABLE audit_events (
  document_id bigint NOT NULL REFERENCES documents (id), number integer NOT NULL, happened_at bigint NOT NULL,
  kind text NOT NULL, actor text NOT NULL, data text NOT NULL, previous_hash text NOT NULL,
  hash text NOT NULL, format integer DEFAULT 1 NOT NULL, address text, user_agent text, revision_sha256 text,
  actor_name text, actor_email text, CONSTRAINT audit_events_pk PRIMARY KEY (document_id, number)
);

CREATE TABLE reset_requests (
  id bigint NOT NULL UNIQUE, email_key text PRIMARY KEY, created_at bigint NOT NULL,
  expires_at bigint NOT NULL, attempts integer NOT NULL, prepared_at bigint
);

-- No foreign key to the request: replacing a request must end its codes.
CREATE TABLE reset_codes (
  request_id bigint NOT NULL, user_id bigint NOT NULL REFERENCES users (id), code_hash text NOT NULL,
  CONSTRAINT reset_codes_pk PRIMARY KEY (request_id, user_id)
);

-- No foreign key to the field: guests’ own fields are stored on signing (agent_sessions, card_requests, fva_requests).
CREATE TABLE agent_sessions (
  id bigint PRIMARY KEY, document_id bigint NOT NULL REFERENCES documents (id), field_id bigint NOT NULL,
  x double precision, y double precision, width double precision, height double precision, name text NOT NULL,
  email text NOT NULL, identification_type text NOT NULL, identification_number text NOT NULL,
  created_at bigint NOT NULL, expires_at bigint NOT NULL, ended_at bigint, used_at bigint,
  email_confirmed_at bigint
);
CREATE INDEX agent_sessions_by_document ON agent_sessions (document_id);
CREATE INDEX agent_sessions_by_end ON agent_sessions (expires_at);

CREATE TABLE card_requests (
  id bigint PRIMARY KEY, field_id bigint NOT NULL, actor text NOT NULL, request_key text NOT NULL,
  base_sha256 text NOT NULL, drawing text NOT NULL, certificate text NOT NULL, to_be_signed text NOT NULL,
  declared_type text NOT NULL, declared_number text NOT NULL, prepared_at bigint NOT NULL,
  expires_at bigint NOT NULL, revocation text, form_values text
);
CREATE INDEX card_requests_by_expiry ON card_requests (expires_at);
CREATE INDEX card_requests_by_field ON card_requests (field_id);

CREATE TABLE saved_signatures (
  id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users (id), way text NOT NULL, name text NOT NULL,
  outlines text NOT NULL, created_at bigint NOT NULL
);
CREATE INDEX saved_signatures_by_user ON saved_signatures (user_id);

CREATE TABLE seal_jobs (
  document_id bigint PRIMARY KEY REFERENCES documents (id), state text NOT NULL, created_at bigint NOT NULL,
  attempts integer NOT NULL, next_attempt_at bigint NOT NULL, claimed_until bigint, problem text,
  last_error text, finished_at bigint, claimed_by integer, request_id text, trace_parent text,
  unmet_rules text
);
CREATE INDEX seal_jobs_due ON seal_jobs (next_attempt_at) WHERE state = 'pending';

CREATE TABLE seals (
  document_id bigint NOT NULL REFERENCES documents (id), revision integer NOT NULL, sealed_at bigint NOT NULL,
  log_head text NOT NULL, level text NOT NULL, timestamp_authority text NOT NULL,
  timestamp_at bigint NOT NULL, timestamp_source text NOT NULL, timestamp_valid_to bigint NOT NULL,
  missing text NOT NULL, CONSTRAINT seals_primary_key PRIMARY KEY (document_id, revision)
);

CREATE TABLE issued_certificates (
  issuer text NOT NULL, serial_number text NOT NULL, purpose text NOT NULL, valid_to bigint NOT NULL,
  issued_at bigint NOT NULL, revoked_at bigint, revocation_reason integer,
  CONSTRAINT issued_certificates_key PRIMARY KEY (issuer, serial_number)
);
CREATE INDEX issued_certificates_revoked ON issued_certificates (issuer, revoked_at);

CREATE TABLE installation_keys (
  name text PRIMARY KEY, fingerprint text NOT NULL
);

CREATE TABLE attempt_counts (
  key text PRIMARY KEY, count integer NOT NULL, paused_until bigint NOT NULL, ends_at bigint NOT NULL
);
CREATE INDEX attempt_counts_by_end ON attempt_counts (ends_at);

-- Progress of `pnpm migrate-data`: data_moves, moved_rows, moved_blobs.
CREATE TABLE data_moves (
  source text PRIMARY KEY, started_at bigint NOT NULL, finished_at bigint
);

CREATE TABLE moved_rows (
  table_name text PRIMARY KEY, last_row bigint NOT NULL
);

CREATE TABLE moved_blobs (
  sha256 text PRIMARY KEY
);

CREATE TABLE log_heads (
  document_id bigint PRIMARY KEY REFERENCES documents (id), number integer NOT NULL, hash text NOT NULL,
  authenticated_from integer NOT NULL, signed_at bigint NOT NULL, key text NOT NULL, signature text NOT NULL,
  anchored integer NOT NULL
);
CREATE INDEX log_heads_not_anchored ON log_heads (signed_at) WHERE number > anchored;

CREATE TABLE log_batches (
  number integer PRIMARY KEY, previous text NOT NULL, root text NOT NULL, documents integer NOT NULL,
  made_at bigint NOT NULL, key text NOT NULL, signature text NOT NULL, token text NOT NULL
);

CREATE TABLE log_anchors (
  document_id bigint NOT NULL REFERENCES documents (id), number integer NOT NULL, hash text NOT NULL,
  batch integer NOT NULL REFERENCES log_batches (number), path text NOT NULL,
  CONSTRAINT log_anchors_key PRIMARY KEY (document_id, batch)
);
CREATE INDEX log_anchors_by_batch ON log_anchors (batch);

CREATE TABLE completion_certificates (
  document_id bigint PRIMARY KEY REFERENCES documents (id), state text NOT NULL, created_at bigint NOT NULL,
  attempts integer NOT NULL, next_attempt_at bigint NOT NULL, claimed_until bigint, claimed_by integer,
  last_error text, made_at bigint, sha256 text, size bigint, request_id text, trace_parent text
);
CREATE INDEX completion_certificates_by_bytes ON completion_certificates (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX completion_certificates_due ON completion_certificates (next_attempt_at) WHERE state = 'pending';

CREATE TABLE link_codes (
  id bigint PRIMARY KEY, document_id bigint NOT NULL REFERENCES documents (id), email_key text NOT NULL,
  code_hash text NOT NULL, created_at bigint NOT NULL, expires_at bigint NOT NULL,
  attempts integer DEFAULT 0 NOT NULL
);
CREATE UNIQUE INDEX link_codes_by_document ON link_codes (document_id, email_key);

CREATE TABLE email_confirmations (
  user_id bigint NOT NULL REFERENCES users (id), kind text NOT NULL, email text NOT NULL,
  token_hash text NOT NULL UNIQUE, created_at bigint NOT NULL, expires_at bigint NOT NULL,
  CONSTRAINT email_confirmations_pk PRIMARY KEY (user_id, kind)
);

CREATE TABLE email_changes (
  id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users (id), old_email text NOT NULL,
  old_verified_at bigint, undo_hash text NOT NULL UNIQUE, changed_at bigint NOT NULL,
  undo_until bigint NOT NULL
);
CREATE INDEX email_changes_by_user ON email_changes (user_id);

CREATE TABLE identity_proofs (
  token_hash text PRIMARY KEY, session_id bigint NOT NULL REFERENCES sessions (id), expires_at bigint NOT NULL
);

CREATE TABLE security_events (
  id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users (id), happened_at bigint NOT NULL,
  kind text NOT NULL, detail text NOT NULL, address text, user_agent text
);
CREATE INDEX security_events_by_user ON security_events (user_id, happened_at);

CREATE TABLE familiar_devices (
  token_hash text PRIMARY KEY, user_id bigint NOT NULL REFERENCES users (id), created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX familiar_devices_by_user ON familiar_devices (user_id);

CREATE TABLE totp_factors (
  user_id bigint PRIMARY KEY REFERENCES users (id), secret text NOT NULL, created_at bigint NOT NULL,
  confirmed_at bigint, last_step bigint NOT NULL
);

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES users (id), code_hash text NOT NULL,
  CONSTRAINT recovery_codes_pk PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users (id), credential_id text NOT NULL UNIQUE,
  public_key text NOT NULL, counter bigint NOT NULL, transports text NOT NULL, name text NOT NULL,
  created_at bigint NOT NULL, last_used_at bigint
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

CREATE TABLE auth_challenges (
  token_hash text PRIMARY KEY, kind text NOT NULL, user_id bigint REFERENCES users (id),
  session_id bigint REFERENCES sessions (id), challenge text, attempts integer NOT NULL,
  expires_at bigint NOT NULL
);

-- No foreign keys: a document may be deleted before its key.
CREATE TABLE upload_keys (
  owner_id bigint NOT NULL, request_key text NOT NULL, fingerprint text NOT NULL, document_id bigint NOT NULL,
  hides_drawings integer NOT NULL, expires_at bigint NOT NULL,
  CONSTRAINT upload_keys_pk PRIMARY KEY (owner_id, request_key)
);
CREATE INDEX upload_keys_by_expiry ON upload_keys (expires_at);

CREATE TABLE document_skeletons (
  document_hash text PRIMARY KEY, content text NOT NULL, key text NOT NULL, signature text NOT NULL,
  erased_at bigint NOT NULL
);

CREATE TABLE erased_anchors (
  document_hash text NOT NULL REFERENCES document_skeletons (document_hash),
  batch integer NOT NULL REFERENCES log_batches (number), leaf text NOT NULL, path text NOT NULL,
  CONSTRAINT erased_anchors_key PRIMARY KEY (document_hash, batch)
);

CREATE TABLE erasures (
  document_id bigint PRIMARY KEY
);

CREATE TABLE blob_removals (
  sha256 text PRIMARY KEY, asked_at bigint NOT NULL
);

CREATE TABLE removal_requests (
  id bigint PRIMARY KEY, document_id bigint NOT NULL REFERENCES documents (id), invitation_id bigint NOT NULL,
  asked_at bigint NOT NULL, outcome text NOT NULL
);
CREATE INDEX removal_requests_by_document ON removal_requests (document_id);

CREATE TABLE blob_findings (
  sha256 text PRIMARY KEY, fault text NOT NULL, found_at bigint NOT NULL, checked_at bigint NOT NULL
);

CREATE TABLE blob_scrubs (
  id integer PRIMARY KEY, position text NOT NULL, due_at bigint NOT NULL, began_at bigint NOT NULL,
  complete_since bigint
);

CREATE TABLE blob_prefixes (
  sha256 text PRIMARY KEY, within text NOT NULL, size bigint NOT NULL
);
CREATE INDEX blob_prefixes_by_container ON blob_prefixes (within);

CREATE TABLE fva_requests (
  id bigint PRIMARY KEY, document_id bigint NOT NULL REFERENCES documents (id), field_id bigint NOT NULL,
  requester text NOT NULL, actor text NOT NULL, origin text, request_key text NOT NULL,
  sent_sha256 text NOT NULL, declared_type text NOT NULL, declared_number text NOT NULL, shown text,
  consent text, external_id bigint, state text NOT NULL, problem text, created_at bigint NOT NULL,
  expires_at bigint NOT NULL, form_values text
);
CREATE INDEX fva_requests_by_document ON fva_requests (document_id);
CREATE INDEX fva_requests_by_field ON fva_requests (field_id);
CREATE UNIQUE INDEX fva_requests_by_external_id ON fva_requests (external_id);

CREATE TABLE program_tokens (
  id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users (id), name text NOT NULL,
  token_hash text NOT NULL UNIQUE, hint text NOT NULL, scopes text NOT NULL, created_at bigint NOT NULL,
  expires_at bigint NOT NULL, last_used_at bigint, kind text DEFAULT 'token' NOT NULL
);
CREATE INDEX program_tokens_by_user ON program_tokens (user_id);

CREATE TABLE kept_replies (
  user_id bigint NOT NULL REFERENCES users (id), request_key text NOT NULL, fingerprint text NOT NULL,
  status integer, body text, expires_at bigint NOT NULL,
  CONSTRAINT kept_replies_pk PRIMARY KEY (user_id, request_key)
);
CREATE INDEX kept_replies_by_end ON kept_replies (expires_at);

CREATE TABLE webhook_endpoints (
  id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users (id), url text NOT NULL,
  events text NOT NULL, state text NOT NULL, secret text NOT NULL, old_secret text, old_secret_until bigint,
  failing_since bigint, created_at bigint NOT NULL, created_by_token bigint, paused_because text
);
CREATE INDEX webhook_endpoints_by_user ON webhook_endpoints (user_id);

CREATE TABLE webhook_deliveries (
  id bigint PRIMARY KEY, endpoint_id bigint NOT NULL REFERENCES webhook_endpoints (id),
  position bigint NOT NULL, event_id text NOT NULL, type text NOT NULL, document_id bigint,
  payload text NOT NULL, created_at bigint NOT NULL, state text NOT NULL, attempts integer NOT NULL,
  next_attempt_at bigint NOT NULL, claimed_until bigint, claimed_by bigint, attempted_at bigint,
  answer_status integer, answer text, answer_truncated integer NOT NULL, duration integer, problem text
);
CREATE INDEX webhook_deliveries_by_document ON webhook_deliveries (document_id);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, position);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (state, next_attempt_at);

CREATE TABLE contacts (
  id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users (id), email_key text NOT NULL,
  email text NOT NULL, name text NOT NULL, search_text text NOT NULL, last_used_at bigint NOT NULL,
  CONSTRAINT contacts_once UNIQUE (user_id, email_key)
);
CREATE INDEX contacts_by_age ON contacts (last_used_at);
CREATE INDEX contacts_by_use ON contacts (user_id, last_used_at);

CREATE TABLE form_fields (
  id bigint PRIMARY KEY, document_id bigint NOT NULL REFERENCES documents (id),
  field_id bigint NOT NULL REFERENCES fields (id), client_id text NOT NULL, label text NOT NULL,
  help text NOT NULL, required integer NOT NULL, page integer NOT NULL, x double precision NOT NULL,
  y double precision NOT NULL, width double precision NOT NULL, height double precision NOT NULL,
  position integer, rule text NOT NULL, created_at bigint NOT NULL, value text, shown_value text,
  replaces text DEFAULT '[]' NOT NULL
);
CREATE INDEX form_fields_by_document ON form_fields (document_id);
CREATE INDEX form_fields_by_field ON form_fields (field_id);

CREATE TABLE form_drafts (
  field_id bigint NOT NULL REFERENCES fields (id), document_id bigint NOT NULL REFERENCES documents (id),
  requester text NOT NULL, form_values text NOT NULL, saved_at bigint NOT NULL,
  CONSTRAINT form_drafts_pk PRIMARY KEY (field_id, requester)
);
CREATE INDEX form_drafts_by_document ON form_drafts (document_id);

CREATE TABLE templates (
  id bigint PRIMARY KEY, owner_id bigint NOT NULL REFERENCES users (id), name text NOT NULL,
  version integer NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL
);
CREATE INDEX templates_by_owner ON templates (owner_id);

CREATE TABLE template_versions (
  template_id bigint NOT NULL REFERENCES templates (id), version integer NOT NULL, sha256 text NOT NULL,
  size bigint NOT NULL, pages integer NOT NULL, foreign_signatures integer NOT NULL,
  description text NOT NULL, created_at bigint NOT NULL,
  CONSTRAINT template_versions_pk PRIMARY KEY (template_id, version)
);
CREATE INDEX template_versions_by_blob ON template_versions (sha256);

CREATE TABLE template_uses (
  document_id bigint PRIMARY KEY REFERENCES documents (id), owner_id bigint NOT NULL REFERENCES users (id),
  template_id bigint NOT NULL, template_name text NOT NULL, version integer NOT NULL, request_key text,
  fingerprint text NOT NULL, message text
);
CREATE INDEX template_uses_by_template ON template_uses (template_id);
CREATE UNIQUE INDEX template_uses_by_key ON template_uses (owner_id, request_key);

CREATE TABLE client_access_tokens (
  token_hash text PRIMARY KEY, client_id bigint NOT NULL REFERENCES program_tokens (id) ON DELETE CASCADE,
  scopes text NOT NULL, expires_at bigint NOT NULL
);
CREATE INDEX client_access_tokens_by_client ON client_access_tokens (client_id);

CREATE TABLE embedding_origins (
  id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users (id), origin text NOT NULL,
  created_at bigint NOT NULL, CONSTRAINT embedding_origins_once UNIQUE (user_id, origin)
);
CREATE INDEX embedding_origins_by_origin ON embedding_origins (origin);

CREATE TABLE bulk_jobs (
  id bigint PRIMARY KEY, owner_id bigint NOT NULL REFERENCES users (id), template_id bigint NOT NULL,
  template_name text NOT NULL, version integer NOT NULL, program_id bigint, separator text NOT NULL,
  request_key text, fingerprint text NOT NULL, state text NOT NULL, reason text, total integer NOT NULL,
  created_at bigint NOT NULL, worked_at bigint NOT NULL, finished_at bigint, attempts integer NOT NULL,
  next_attempt_at bigint NOT NULL, claimed_until bigint, claimed_by bigint
);
CREATE INDEX bulk_jobs_by_template ON bulk_jobs (template_id);
CREATE INDEX bulk_jobs_due ON bulk_jobs (state, worked_at);
CREATE UNIQUE INDEX bulk_jobs_by_key ON bulk_jobs (owner_id, request_key);

CREATE TABLE bulk_rows (
  job_id bigint NOT NULL REFERENCES bulk_jobs (id), row_number integer NOT NULL, state text NOT NULL,
  request text, document_id bigint, error text, CONSTRAINT bulk_rows_pk PRIMARY KEY (job_id, row_number)
);
CREATE INDEX bulk_rows_by_state ON bulk_rows (job_id, state, row_number);
