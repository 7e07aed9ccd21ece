#include "history/sqlite.hpp"

#include <sqlite3.h>

#include <cerrno>
#include <memory>

#include "base/error.hpp"

namespace proctor::history {
namespace {

constexpr int kWaitForOthers = 2'000;  // milliseconds

// With what the system said, where it was asked: "disk I/O error" alone tells nobody of a full disk.
[[noreturn]] void raise(sqlite3* database, int code) {
  const int kind = code & 0xff;
  const std::string message = database ? sqlite3_errmsg(database) : sqlite3_errstr(code);
  int of_system = database ? sqlite3_system_errno(database) : 0;
  if (kind == SQLITE_FULL) of_system = ENOSPC;
  const bool is_told =
      of_system != 0 && (kind == SQLITE_FULL || kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN);
  throw DatabaseError(is_told ? system_message(message, of_system) : message,
                      kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB);
}

}  // namespace

Database::Database(const std::filesystem::path& file) {
  const int code = sqlite3_open_v2(
      file.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW, nullptr);
  if (code != SQLITE_OK) {
    const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> closed(handle_, sqlite3_close);
    raise(handle_, code);
  }
  sqlite3_busy_timeout(handle_, kWaitForOthers);
  // To write all of it into the database and wait for the disk when it is closed would be felt after each
  // run.
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

Database::~Database() {
  sqlite3_close(handle_);
}

void Database::run(const std::string& sql) {
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) raise(handle_, code);
}

std::int64_t Database::last_row() const {
  return sqlite3_last_insert_rowid(handle_);
}

Statement::Statement(Database& database, std::string_view sql) : database_(database.handle()) {
  const int code =
      sqlite3_prepare_v2(database_, sql.data(), static_cast<int>(sql.size()), &statement_, nullptr);
  if (code != SQLITE_OK) raise(database_, code);
}

Statement::~Statement() {
  sqlite3_finalize(statement_);
}

void Statement::reset() {
  sqlite3_reset(statement_);
}

bool Statement::next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) raise(database_, code);
  return false;
}

std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_, column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(statement_, column);
}

std::string Statement::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes ? std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size)) : std::string();
}

void Statement::bind(int at, std::int64_t value) {
  if (const int code = sqlite3_bind_int64(statement_, at, value); code != SQLITE_OK) raise(database_, code);
}

void Statement::bind(int at, double value) {
  if (const int code = sqlite3_bind_double(statement_, at, value); code != SQLITE_OK) raise(database_, code);
}

void Statement::bind(int at, const std::string& value) {
  const int code =
      sqlite3_bind_text64(statement_, at, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  if (code != SQLITE_OK) raise(database_, code);
}

Transaction::~Transaction() {
  if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace proctor::history
