// SQLite with RAII and exceptions: what goes wrong in the index is caught in one place (index.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace proctor::history {

/// What SQLite says went wrong.
class DatabaseError : public std::runtime_error {
 public:
  DatabaseError(const std::string& message, bool damaged) : std::runtime_error(message), damaged_(damaged) {}
  /// The file is no database, or a damaged one.
  bool damaged() const { return damaged_; }

 private:
  bool damaged_;
};

class Database {
 public:
  explicit Database(const std::filesystem::path& file);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// One or more statements without results.
  void run(const std::string& sql);
  std::int64_t last_row() const;
  sqlite3* handle() const { return handle_; }

 private:
  sqlite3* handle_ = nullptr;
};

/// A prepared statement. Columns count from 0.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// Starts anew with these values.
  template <typename... Values>
  Statement& with(const Values&... values) {
    reset();
    int at = 0;
    (bind(++at, values), ...);
    return *this;
  }
  /// To the next row; false: there is none.
  bool next();
  /// For statements without results.
  void finish() {
    while (next()) {
    }
  }

  std::int64_t number(int column) const;
  double real(int column) const;
  std::string text(int column) const;

 private:
  void reset();
  void bind(int at, std::int64_t value);
  void bind(int at, bool value) { bind(at, std::int64_t{value}); }
  void bind(int at, std::uint64_t value) { bind(at, static_cast<std::int64_t>(value)); }
  void bind(int at, double value);
  void bind(int at, const std::string& value);

  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
};

/// Everything or nothing: rolled back unless committed.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) { database_.run("BEGIN IMMEDIATE"); }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace proctor::history
