-- Headers that an endpoint wants with every request, each value sealed.
alter table webhooks_endpoints add column "headers" json;

-- First attempts, which go before retries however many of those wait.
create index webhooks_deliveries_fresh_idx on webhooks_deliveries (endpoint, next_at, id) where state = 'pending' and attempts = 0;
