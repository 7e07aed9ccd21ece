#include "supervise/isolation/system_view.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/files.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {
namespace fs = std::filesystem;
namespace {

// Where programs and libraries are. On most machines all but /usr are links into it.
constexpr std::array kProgramPlaces{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};

// Of /etc, which holds secrets and the machine's identity, only what runtimes read. The list is short because
// each entry costs every start something: a directory a mount, a file a copy.
constexpr std::array kEtcDirectories{
    "/etc/alternatives",            // Debian's choice between programs: awk, cc and java lead through it
    "/etc/ssl/certs",               // certificates of authorities; keys are in /etc/ssl/private
    "/etc/pki/ca-trust/extracted",  // the same on Fedora and its kin
    "/etc/pki/tls/certs",           // which these lead to
    "/etc/java",                    // where Fedora has what is in /etc/java-*-openjdk elsewhere
    "/etc/gnucobol",                // dialects, without which its compiler doesn't start
};
constexpr std::array kEtcFiles{
    "/etc/ld.so.cache",    // where libraries are
    "/etc/nsswitch.conf",  // how names of users and hosts are looked up
    "/etc/protocols",
    "/etc/services",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/mime.types",  // read by Python's mimetypes and its kin
    "/etc/os-release",
    "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/openssl.cnf",
    // How Free Pascal and Maven find their own parts. Not Maven's settings.xml, which may hold passwords.
    "/etc/fpc.cfg",
    "/etc/maven/m2.conf",
    "/etc/maven/logging/simplelogger.properties",
};

bool under(const std::string& path, const std::string& directory) {
  return path == directory || (path.starts_with(directory) && path[directory.size()] == '/');
}

bool is_directory(const std::string& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

std::string link_target(const std::string& path) {
  std::error_code error;
  return fs::read_symlink(path, error).string();
}

// Entries of a directory that have this beginning and end, as paths.
std::vector<std::string> entries(const char* directory, std::string_view begin, std::string_view end) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(begin) && name.ends_with(end)) found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string passwd_text() {
  std::string text = fmt::format("root:x:0:0:root:{}:/bin/sh\n", geteuid() == 0 ? kSandboxHome : "/");
  if (geteuid() != 0 && geteuid() != 65534)
    text += fmt::format("user:x:{}:{}:user:{}:/bin/sh\n", geteuid(), getegid(), kSandboxHome);
  const char* home_of_nobody = geteuid() == 65534 ? kSandboxHome : "/nonexistent";
  return text + fmt::format("nobody:x:65534:65534:nobody:{}:/bin/sh\n", home_of_nobody);
}

std::string group_text() {
  std::string text = "root:x:0:\n";
  if (getegid() != 0 && getegid() != 65534) text += fmt::format("user:x:{}:\n", getegid());
  return text + "nogroup:x:65534:\n";
}

constexpr const char* kHostsFile = "/etc/hosts";
constexpr const char* kResolver = "/etc/resolv.conf";
constexpr std::uint64_t kLargestFile = 1U << 20U;
constexpr std::string_view kHosts =
    "127.0.0.1\tlocalhost sandbox\n"
    "::1\tlocalhost ip6-localhost ip6-loopback\n";

// Up to the first NUL, which ends a text for the first process.
std::string text_of(const char* file) {
  std::string text = read_file(file, kLargestFile).value_or("");
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

}  // namespace

SystemView::SystemView() {
  for (const std::string place : kProgramPlaces) {
    if (const std::string target = link_target(place); !target.empty()) {
      links_.push_back({place, target});
    } else if (is_directory(place)) {
      directories_.push_back(place);
    }
  }
  for (const std::string directory : kEtcDirectories) {
    if (is_directory(directory)) directories_.push_back(directory);
  }
  // What a JVM can't start without (java.security) is in /etc on Debian (java-17-openjdk) and Arch
  // (java17-openjdk).
  for (const std::string& directory : entries("/etc", "java", "-openjdk")) {
    if (is_directory(directory)) directories_.push_back(directory);
  }
  for (const std::string file : kEtcFiles) {
    std::error_code error;
    const std::string real = fs::canonical(file, error).string();
    if (error) continue;
    // A link into /usr stays a link: from where /etc/localtime leads to, the time zone's name is read.
    if (const std::string target = link_target(file); !target.empty() && shows(real)) {
      links_.push_back({file, target});
    } else if (fs::is_regular_file(real, error)) {
      files_.push_back({file, real});
    }
  }
  own_files_.push_back({"/etc/passwd", passwd_text()});
  own_files_.push_back({"/etc/group", group_text()});
  own_files_.push_back({kHostsFile, std::string(kHosts)});
}

bool SystemView::shows(const fs::path& path) const {
  const std::string& text = path.native();
  return std::any_of(directories_.begin(), directories_.end(),
                     [&](const std::string& directory) { return under(text, directory); });
}

bool SystemView::shows_link(const fs::path& path) const {
  return shows(path) || std::any_of(links_.begin(), links_.end(),
                                    [&](const Link& link) { return link.path == path.native(); });
}

void SystemView::add_to(ViewSteps& steps, const Sandbox& sandbox) const {
  for (const std::string& directory : directories_) steps.add(INIT_SYSTEM, directory);
  for (const Link& link : links_) steps.add(INIT_LINK, link.path, link.target);
  for (const Copy& file : files_) steps.add(INIT_COPY, file.path, file.from);
  for (const OwnFile& file : own_files_) {
    if (!sandbox.host_network || file.path != kHostsFile) steps.add(INIT_FILE, file.path, file.text);
  }
  if (sandbox.host_network) {
    // Without them the names of the network that was given mean nothing.
    const std::string hosts = std::string(kHosts) + text_of(kHostsFile);
    steps.add(INIT_FILE, kHostsFile, hosts);
    if (const std::string resolver = text_of(kResolver); !resolver.empty())
      steps.add(INIT_FILE, kResolver, resolver);
  }
  steps.add(INIT_PROC, "/proc");
  steps.add(INIT_DEVICES, "/dev");
  const std::string options = fmt::format("size={},mode=1777", sandbox.temporary_bytes);
  steps.add(INIT_MEMORY, "/dev/shm", options);
  steps.add(INIT_MEMORY, "/tmp", options);
  steps.add(INIT_PRIVATE, kSandboxHome);
}

}  // namespace proctor::supervise
